"""How close the language-model client comes to the ideal rate of a slow endpoint.

    python benchmarks/llm_client.py --in-flight 128 --latency 0.5 --calls 2560

A local server answers every call after a fixed latency, so the ideal rate is in-flight / latency.
Beside the client stand a plain ``httpx`` client, the ``openai`` package as it comes, and bare
``aiohttp``, all with a semaphore of the same size. On a busy machine the last one falls below the
ideal rate too: compare with it then.
"""

from __future__ import annotations

import argparse
import asyncio
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

SERVER = Path(__file__).resolve().parents[1] / "tests" / "helpers" / "chat_server.py"
Ask = Callable[[int], Awaitable[str]]


def body(number: int) -> dict:
    return {"model": "m", "messages": [{"role": "user", "content": f"question {number}"}]}


async def limited(ask: Ask, calls: int, in_flight: int) -> None:
    slots = asyncio.Semaphore(in_flight)

    async def one(number: int) -> None:
        async with slots:
            assert await ask(number) == f"answer to question {number}"

    await asyncio.gather(*(one(number) for number in range(calls)))


def plain_httpx(url: str, calls: int, in_flight: int) -> None:
    import httpx

    async def run() -> None:
        limits = httpx.Limits(max_connections=in_flight, max_keepalive_connections=in_flight)
        async with httpx.AsyncClient(timeout=60, limits=limits) as client:

            async def ask(number: int) -> str:
                reply = await client.post(f"{url}/chat/completions", json=body(number))
                return reply.json()["choices"][0]["message"]["content"]

            await limited(ask, calls, in_flight)

    asyncio.run(run())


def plain_aiohttp(url: str, calls: int, in_flight: int) -> None:
    import aiohttp

    async def run() -> None:
        connector = aiohttp.TCPConnector(limit=in_flight)
        async with aiohttp.ClientSession(connector=connector) as client:

            async def ask(number: int) -> str:
                async with client.post(f"{url}/chat/completions", json=body(number)) as reply:
                    return (await reply.json())["choices"][0]["message"]["content"]

            await limited(ask, calls, in_flight)

    asyncio.run(run())


def plain_openai(url: str, calls: int, in_flight: int) -> None:
    import openai

    async def run() -> None:
        async with openai.AsyncOpenAI(base_url=url, api_key="none", timeout=60) as client:

            async def ask(number: int) -> str:
                reply = await client.chat.completions.create(**body(number))
                return reply.choices[0].message.content or ""

            await limited(ask, calls, in_flight)

    asyncio.run(run())


def vivavoce(url: str, calls: int, in_flight: int) -> None:
    from builders.backends.llm import Request
    from builders.backends.llm.openai_compatible import OpenAICompatible

    with tempfile.TemporaryDirectory() as store:
        client = OpenAICompatible(
            model="m", base_url=url, api_key_env=None, concurrency=in_flight, store=store
        )
        requests = (Request(str(n), body(n)["messages"]) for n in range(calls))
        for result in client.chat_many(requests):
            assert result.reply is not None, result.error
            assert result.reply.text == f"answer to question {result.request.id}"
        assert client.totals().peak_in_flight <= in_flight
        client.close()


def vivavoce_threads(url: str, calls: int, in_flight: int) -> None:
    from concurrent.futures import ThreadPoolExecutor

    from builders.backends.llm.openai_compatible import OpenAICompatible

    client = OpenAICompatible(model="m", base_url=url, api_key_env=None, concurrency=in_flight)
    with ThreadPoolExecutor(in_flight) as pool:
        answers = pool.map(lambda n: client.chat(body(n)["messages"]), range(calls))
        assert list(answers) == [f"answer to question {n}" for n in range(calls)]
    client.close()


CLIENTS = {
    "vivavoce, chat_many with item store": vivavoce,
    "vivavoce, chat from threads": vivavoce_threads,
    "plain aiohttp (what the machine can do)": plain_aiohttp,
    "plain httpx": plain_httpx,
    "plain openai": plain_openai,
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--in-flight", type=int, default=128)
    parser.add_argument("--latency", type=float, default=0.5)
    parser.add_argument("--calls", type=int, default=2560)
    parser.add_argument("--slow-calls", type=int, default=640, help="calls of the plain clients")
    options = parser.parse_args()
    ideal = options.in_flight / options.latency
    print(f"{options.in_flight} in flight, {options.latency} s latency: ideal {ideal:.0f} calls/s")
    command = [sys.executable, str(SERVER), "--latency", str(options.latency)]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert server.stdout is not None
        url = server.stdout.readline().strip()
        for name, run in CLIENTS.items():
            calls = options.slow_calls if name in ("plain httpx", "plain openai") else options.calls
            run(url, options.in_flight, options.in_flight)  # imports and first connections
            started = time.perf_counter()
            cpu = time.process_time()
            run(url, calls, options.in_flight)
            seconds = time.perf_counter() - started
            used = time.process_time() - cpu
            rate = calls / seconds
            print(
                f"{name:40} {calls:5} calls {seconds:6.2f} s {rate:6.1f} calls/s "
                f"{rate / ideal:6.1%} of ideal, {1000 * used / calls:.2f} ms CPU a call"
            )
    finally:
        server.terminate()
        server.wait()


if __name__ == "__main__":
    main()
