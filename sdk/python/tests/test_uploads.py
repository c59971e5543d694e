"""Uploads in parts, and files that break on the way."""

from __future__ import annotations

import io
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import anyio
import httpx
import pytest
from conftest import Api, api_of
from hostile_server import Answer, HostileServer, Received, error

from video_metadata import AsyncClient, Client, InvalidRequest, UploadFailed, UploadInterrupted

pytestmark = pytest.mark.anyio

FEATURES = ["upload: path or file object, any size", "upload: progress", "upload: resumed after a break"]


class Broken:
    """Connections to the store, of which some break."""

    def __init__(self, breaks: Callable[[httpx.Request, int], bool]) -> None:
        self.puts = 0
        self._breaks = breaks
        self._lock = threading.Lock()

    def check(self, request: httpx.Request) -> None:
        if request.method != "PUT":
            return
        with self._lock:
            self.puts += 1
            broken = self._breaks(request, self.puts)
        if broken:
            raise httpx.WriteError("broken pipe", request=request)

    def http(self, kind: str) -> httpx.Client | httpx.AsyncClient:
        async def check(request: httpx.Request) -> None:
            self.check(request)

        if kind == "async":
            return httpx.AsyncClient(event_hooks={"request": [check]}, timeout=60)
        return httpx.Client(event_hooks={"request": [self.check]}, timeout=60)


@pytest.fixture(params=["sync", "async"])
def kind(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@asynccontextmanager
async def broken_api(kind: str, service: tuple[str, str], broken: Broken) -> AsyncIterator[Api]:
    http = broken.http(kind)
    yield api_of(kind, *service, fake=True, http=http)
    if isinstance(http, httpx.AsyncClient):
        await http.aclose()
    else:
        http.close()


async def test_a_large_file_goes_in_parts_whose_broken_connections_are_made_again(
    kind: str, service: tuple[str, str], large_clip: Path
) -> None:
    broken = Broken(lambda request, count: count == 2)
    steps: list[tuple[int, int]] = []
    async with broken_api(kind, service, broken) as api:
        uploaded = await api("upload", large_clip, progress=lambda *step: steps.append(step), parallel=2)
        await api("delete_video", uploaded.id)
        assert api.clock.slept == [0.5]
    size = large_clip.stat().st_size
    assert steps[-1] == (size, size)
    assert {total for _, total in steps} == {size}
    assert broken.puts == 4


async def test_an_interrupted_upload_is_resumed_with_what_has_arrived(
    kind: str, service: tuple[str, str], large_clip: Path
) -> None:
    begun: list[str] = []
    async with broken_api(kind, service, Broken(lambda request, count: count > 1)) as api:
        with pytest.raises(UploadInterrupted) as interrupted:
            await api("upload", large_clip, on_begin=begun.append, parallel=1)
        video_id = interrupted.value.video_id
        assert begun == [video_id]
        assert [part.number for part in (await api("get_upload", video_id)).parts] == [1]

    whole = Broken(lambda request, count: False)
    async with broken_api(kind, service, whole) as api:
        with pytest.raises(UploadFailed, match="not the one"):
            await api("upload", io.BytesIO(bytes(large_clip.stat().st_size)), resume=video_id, parallel=1)
        assert whole.puts == 0
        assert (await api("upload", large_clip, resume=video_id)).id == video_id
        assert whole.puts == 2
        await api("delete_video", video_id)


async def test_an_upload_that_is_cancelled_leaves_what_can_be_resumed(
    service: tuple[str, str], large_clip: Path
) -> None:
    begun: list[str] = []
    async with AsyncClient(*service) as client:
        with anyio.CancelScope() as scope:
            await client.upload(large_clip, on_begin=begun.append, progress=lambda *_: scope.cancel())
        assert scope.cancelled_caught
        assert (await client.get_upload(begun[0])).status == "uploading"
        assert (await client.upload(large_clip, resume=begun[0])).id == begun[0]
        await client.delete_video(begun[0])


def test_a_blocking_upload_that_is_interrupted_ends_and_can_be_resumed(
    service: tuple[str, str], large_clip: Path
) -> None:
    begun: list[str] = []

    def interrupt(sent: int, total: int) -> None:
        raise InterruptedError

    with Client(*service) as client:
        with pytest.raises(InterruptedError):
            client.upload(large_clip, on_begin=begun.append, progress=interrupt)
        assert client.get_upload(begun[0]).status == "uploading"
        client.delete_video(begun[0])


async def test_a_refused_address_is_replaced_by_a_new_one(
    hostile: HostileServer, hostile_api: Api, tmp_path: Path
) -> None:
    content = bytes(range(256)) * 20_000
    file = tmp_path / "film.mp4"
    file.write_bytes(content)
    dead, fresh = f"{hostile.url}/dead", f"{hostile.url}/fresh"
    put_at: list[str] = []

    def answer(received: Received) -> Answer:
        if received.method == "PUT":
            put_at.append(received.path)
            assert "authorization" not in received.headers
            if received.path == "/dead":
                return Answer(403, b"<Error>Request has expired</Error>")
            return Answer(headers={"ETag": f'"{digest(received.body)}"'})
        if received.path.endswith("/complete"):
            return Answer(body={"id": "v1", "status": "processing"})
        parts = [{"number": 1, "url": dead if received.method == "POST" else fresh}]
        if received.method == "POST":
            upload = {"partSize": len(content), "parts": parts, "expiresAt": ""}
            return Answer(201, {"id": "v1", "name": "n", "status": "uploading", "uploadProgress": 0, "upload": upload})
        state = {"status": "uploading", "partSize": len(content), "parts": [], "remaining": parts, "expiresAt": ""}
        return Answer(body=state)

    hostile.answers(answer)
    assert (await hostile_api("upload", file)).status == "processing"
    assert put_at == ["/dead", "/fresh"]


def digest(content: bytes) -> str:
    import hashlib

    return hashlib.md5(content, usedforsecurity=False).hexdigest()


async def test_a_form_has_the_name_as_it_is_and_is_sent_again_under_the_same_key(
    hostile: HostileServer, hostile_api: Api, tmp_path: Path
) -> None:
    file = tmp_path / 'Ünïcødé "港".mp4'
    file.write_bytes(b"\x00film")
    made = Answer(201, {"id": "v1", "name": "n", "status": "processing", "uploadProgress": 100})
    hostile.answers(Answer(lost=True), error(503, "INTERNAL_ERROR"), made)
    steps: list[tuple[int, int]] = []
    await hostile_api("upload", file, name="Hafen", progress=lambda *step: steps.append(step))
    assert len({each.headers["idempotency-key"] for each in hostile.received}) == 1
    assert 'filename="Ünïcødé %22港%22.mp4"'.encode() in hostile.received[2].body
    assert b'name="name"\r\n\r\nHafen\r\n' in hostile.received[2].body
    assert steps[-1] == (5, 5)


async def test_what_cannot_seek_is_uploaded_too(api: Api, clip: Path) -> None:
    class Pipe(io.RawIOBase):
        def __init__(self) -> None:
            self._content = io.BytesIO(clip.read_bytes())

        def readable(self) -> bool:
            return True

        def readinto(self, buffer: Any) -> int:
            return self._content.readinto(buffer)

    uploaded = await api("upload", io.BufferedReader(Pipe()), file_name="pipe.mp4")
    assert (await api("wait_until_processed", uploaded.id)).name == "pipe.mp4"
    await api("delete_video", uploaded.id)


async def test_a_file_that_is_no_video_is_refused(api: Api) -> None:
    with pytest.raises(InvalidRequest, match="UNSUPPORTED_FORMAT") as refusal:
        await api("upload", io.BytesIO(b"text"))
    assert refusal.value.field == "file"
    with pytest.raises(FileNotFoundError):
        await api("upload", "nothing.mp4")
