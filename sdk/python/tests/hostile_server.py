"""A server that answers what a test says, over real connections."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from typing_extensions import Self


@dataclass(frozen=True)
class Received:
    method: str
    path: str
    headers: Mapping[str, str]
    body: bytes


@dataclass(frozen=True)
class Answer:
    status: int = 200
    body: bytes | object = b""
    headers: Mapping[str, str] = field(default_factory=dict)
    #: Bytes of the body after which the connection is closed.
    cut_at: int | None = None
    #: The request is read, and the connection closed.
    lost: bool = False
    #: Nothing is answered until the server ends.
    stalled: bool = False

    @property
    def content(self) -> bytes:
        return self.body if isinstance(self.body, bytes) else json.dumps(self.body).encode()


Answering = Callable[[Received], Answer]


def error(status: int, code: str, *, headers: Mapping[str, str] | None = None, **more: Any) -> Answer:
    """An error as the API answers it."""
    named = {"x-request-id": "req-1", **(headers or {})}
    return Answer(status, {"error": {"code": code, "message": "No.", **more}}, named)


class QuietServer(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, *_: object) -> None:
        """A client that hangs up is none."""


class HostileServer:
    def __init__(self) -> None:
        self.received: list[Received] = []
        self._answers: list[Answer | Answering] = []
        self._ended = threading.Event()
        outer = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def handle_any(self) -> None:
                outer._handle(self)

            do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = handle_any

            def log_message(self, *_: object) -> None:
                pass

        self._server = QuietServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_port}"

    def __enter__(self) -> Self:
        threading.Thread(target=self._server.serve_forever, args=(0.01,), daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        self._server.shutdown()
        self._server.server_close()

    def answers(self, *answers: Answer | Answering) -> None:
        """The answers to the next requests; the last one is repeated."""
        self._answers = list(answers)

    def _handle(self, handler: BaseHTTPRequestHandler) -> None:
        body = handler.rfile.read(int(handler.headers.get("content-length", 0)))
        headers = {name.lower(): value for name, value in handler.headers.items()}
        received = Received(handler.command, handler.path, headers, body)
        self.received.append(received)
        next_answer = self._answers.pop(0) if len(self._answers) > 1 else self._answers[0]
        answer = next_answer if isinstance(next_answer, Answer) else next_answer(received)
        if answer.stalled:
            self._ended.wait()
        if answer.lost or answer.stalled:
            handler.close_connection = True
            return
        content = answer.content
        handler.send_response(answer.status)
        for name, value in {"Content-Length": str(len(content)), **answer.headers}.items():
            handler.send_header(name, value)
        handler.end_headers()
        handler.wfile.write(content[: answer.cut_at])
        handler.close_connection = answer.cut_at is not None
