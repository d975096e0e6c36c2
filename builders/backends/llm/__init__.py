"""Chat language models: one client, recorded answers, prompt templates, cost."""

from builders.backends.llm.failures import BudgetError, EndpointError, LLMError
from builders.backends.llm.messages import Reply, Request, Result, request_key
from builders.backends.llm.template import Prompt, load_prompt

__all__ = [
    "BudgetError",
    "EndpointError",
    "LLMError",
    "Prompt",
    "Reply",
    "Request",
    "Result",
    "load_prompt",
    "request_key",
]
