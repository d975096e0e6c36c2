"""Metrics, one a file."""

from __future__ import annotations

METRICS: dict[str, str] = {
    "ifeval": "evaluation.metrics.ifeval.metric:IFEVAL",
    "ifeval_prompt_strict": "evaluation.metrics.ifeval.metric:PROMPT_STRICT",
    "ifeval_instruction_strict": "evaluation.metrics.ifeval.metric:INSTRUCTION_STRICT",
    "ifeval_prompt_loose": "evaluation.metrics.ifeval.metric:PROMPT_LOOSE",
    "ifeval_instruction_loose": "evaluation.metrics.ifeval.metric:INSTRUCTION_LOOSE",
}
