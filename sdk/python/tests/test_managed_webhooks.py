"""Webhooks are registered on a local service, which posts to a receiver of the test."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any, ClassVar

import pytest
from conftest import Api

from video_metadata import ApiError, NotFound, verify_webhook
from video_metadata.models import WebhookRequest

pytestmark = pytest.mark.anyio

FEATURES = ["webhooks: register, rotate, test, deliveries"]


class Receiver(BaseHTTPRequestHandler):
    received: ClassVar[list[tuple[Any, bytes]]] = []

    def do_POST(self) -> None:
        self.received.append((self.headers, self.rfile.read(int(self.headers["Content-Length"]))))
        self.send_response(202)
        self.end_headers()
        self.wfile.write(b"taken")

    def log_message(self, format: str, *args: Any) -> None:
        pass


@pytest.fixture
def receiver() -> Iterator[str]:
    Receiver.received.clear()
    server = HTTPServer(("127.0.0.1", 0), Receiver)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/hook"
    server.shutdown()
    thread.join()
    server.server_close()


async def test_a_webhook_is_registered_tested_rotated_and_deleted(api: Api, receiver: str) -> None:
    made = await api("create_webhook", WebhookRequest(url=receiver, types=["job.completed"]))
    hook = made.webhook
    assert (hook.status, hook.types, hook.video_id) == ("active", ["job.completed"], None)
    assert hook.id in [each.id for each in (await api("list_webhooks")).webhooks]
    tested = await api("test_webhook", hook.id)
    assert (tested.attempt.status, tested.attempt.answer) == (202, "taken")
    [(headers, body)] = Receiver.received
    assert verify_webhook(body, headers, made.secret)["id"] == tested.event.id
    rotated = await api("rotate_webhook_secret", hook.id, overlap_hours=1)
    await api("test_webhook", hook.id)
    headers, body = Receiver.received[-1]
    for secret in (made.secret, rotated.secret):
        assert verify_webhook(body, headers, secret)["type"] == "webhook.test"
    page = await api("list_webhook_deliveries", hook.id, status="failed", limit=5)
    assert (page.deliveries, page.next) == ([], None)
    assert (await api("send_webhook_events_again", hook.id, after=0)).next is None
    assert (await api("patch_webhook", hook.id, {"status": "paused"})).status == "paused"
    with pytest.raises(ApiError) as paused:
        await api("send_webhook_events_again", hook.id, after=0)
    assert paused.value.code == "WEBHOOK_NOT_ACTIVE"
    assert (await api("delete_webhook", hook.id)).success
    with pytest.raises(NotFound):
        await api("get_webhook", hook.id)
