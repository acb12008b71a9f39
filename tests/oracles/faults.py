#!/usr/bin/env python3
"""What the agent's loop makes of a provider in trouble, as the mock server llmock sees it.

llmock (MIT) stands in for four wire formats, breaks on demand and judges the client from the requests it got: whether a
hint was waited for, whether pauses grow, whether hopeless requests were repeated, whether half an answer was taken for a
whole one. `trammel chat` runs against it, one server a format, side by side. A warning counts as an error.

usage: faults.py --bin PATH_TO_TRAMMEL
"""
import argparse, contextlib, json, os, pathlib, socket, subprocess, sys, tempfile, time, urllib.request
from concurrent.futures import ThreadPoolExecutor

FORMATS = {"anthropic": "/anthropic/v1", "openai": "/v1", "gemini": "/gemini/v1beta", "chat": "/v1"}
CALL = {"type": "reply", "text": "First the hole, as it was asked for.", "tool_calls": [{"name": "run_cad_code", "arguments": {"code": "drawCircle('hole', 1, 2, 3);"}}]}
SAY = {"type": "reply", "text": "A hole of radius 3 at 1, 2."}
DRAWN = [CALL, SAY]


def broken(kind, after):
    """The call in a stream that breaks after so many chunks, then the same whole."""
    return [{"type": "stream_fault", "kind": kind, "after_chunks": after}, CALL, *DRAWN]


# Name, request to the server, expected number of requests, whether the hole is drawn, and whether the run succeeds.
CASES = [
    ("nothing goes wrong", DRAWN, 2, True, True),
    ("a limit with a hint", [{"type": "fail", "status": 429, "retry_after": 2}] + DRAWN, 3, True, True),
    ("overloaded twice, without a hint", [{"type": "fail", "status": 529, "times": 2}] + DRAWN, 4, True, True),
    ("a server error", [{"type": "fail", "status": 500}] + DRAWN, 3, True, True),
    ("the connection breaks in a call", broken("disconnect", 2), 3, True, True),
    ("the stream ends early in a call", broken("truncate", 2), 3, True, True),
    ("the stream ends before anything", broken("truncate", 0), 3, True, True),
    ("a chunk that is no JSON", broken("malformed", 2), 3, True, True),
    ("a refused key", [{"type": "fail", "status": 401}] + DRAWN, 1, False, False),
    ("a request that is wrong", [{"type": "fail", "status": 400}] + DRAWN, 1, False, False),
    ("an unknown model", [{"type": "fail", "status": 404}] + DRAWN, 1, False, False),
    ("arguments that are no JSON", [{"type": "tool_fault", "kind": "malformed_arguments"}, CALL] + DRAWN, 3, True, True),
    ("a tool that does not exist", [{"type": "tool_fault", "kind": "unknown_tool"}, SAY], 2, False, True),
]


class Server:
    """One llmock on the loopback interface."""

    def __init__(self):
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        program = pathlib.Path(sys.executable).with_name("llmock")
        self.log = tempfile.TemporaryFile()
        command = [str(program), "serve", "--host", "127.0.0.1", "--port", str(self.port)]
        self.process = subprocess.Popen(command, stdout=self.log, stderr=subprocess.STDOUT)
        for _ in range(600):
            if self.process.poll() is not None:
                break
            with contextlib.suppress(OSError):
                self.ask("GET", "/requests")
                return
            time.sleep(0.1)
        self.stop()
        self.log.seek(0)
        raise SystemExit(f"llmock does not start: {self.log.read().decode(errors='replace')[-1000:]}")

    def ask(self, method, path, body=None):
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}/_llmock{path}", method=method)
        if body is not None:
            request.data = json.dumps(body).encode()
        with urllib.request.build_opener(urllib.request.ProxyHandler({})).open(request) as answer:
            return json.load(answer)

    def stop(self):
        self.process.terminate()
        self.process.wait()


def play(program, server, provider, case):
    """Why the case is not as it should be, or None."""
    name, behaviors, requests, drawn, succeeds = case
    server.ask("POST", "/reset")
    server.ask("POST", "/scenario", {"behaviors": behaviors})
    with tempfile.TemporaryDirectory() as folder:
        base = f"http://127.0.0.1:{server.port}{FORMATS[provider]}"
        chat = [program, "chat", "--provider", provider, "--model", "some-model", "--base-url", base, "--dir", folder]
        environment = {**os.environ, "TRAMMEL_API_KEY": "sk-canary", "no_proxy": "127.0.0.1"}
        ran = subprocess.run([*chat, "a hole"], env=environment, capture_output=True, text=True, timeout=120)
        look = json.dumps({"tool": "get_entity", "input": {"name": "hole"}})
        looked = subprocess.run([program, "exec", "--dir", folder], input=look, capture_output=True, text=True, timeout=60)
    verdict = server.ask("GET", "/verdict")
    # A short stream is complete before the client can disconnect, and llmock treats the next attempt as another call;
    # the number of requests shows that the retry took place.
    seen = [found for found in verdict["findings"] if found["code"] != "malformed_chunk_ignored"]
    problems = [f"{found['code']}: {found['title']}" for found in seen]
    if verdict["attempts"] != requests:
        problems.append(f"{verdict['attempts']} requests instead of {requests}")
    if (ran.returncode == 0) != succeeds:
        problems.append(f"exit code {ran.returncode}")
    there = json.loads(looked.stdout)
    if (there.get("data") is not None) != drawn:
        problems.append(f"the hole is {'missing' if drawn else 'there'}: {there}")
    if "sk-canary" in ran.stdout + ran.stderr:
        problems.append("the key is in the output")
    if problems:
        return f"{provider}: {name}: {'; '.join(problems)}\n{ran.stdout}{ran.stderr}"
    return None


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--bin", required=True)
    program = parser.parse_args().bin

    def whole(provider):
        server = Server()
        try:
            return [play(program, server, provider, case) for case in CASES]
        finally:
            server.stop()

    with ThreadPoolExecutor(len(FORMATS)) as pool:
        results = [result for results in pool.map(whole, FORMATS) for result in results]
    problems = [result for result in results if result]
    print("\n".join(problems))
    print(f"{len(results) - len(problems)} of {len(results)} cases as llmock wants them, in {len(FORMATS)} formats")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
