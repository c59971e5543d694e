"""Uploads of files of any size."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterator
from functools import partial

from video_metadata._async.runtime import AsyncLock, AsyncWorkers, in_thread
from video_metadata._async.transport import AsyncTransport
from video_metadata._requests import Request, at, json_request
from video_metadata._source import Source, digest_of
from video_metadata._upload_plan import (
    CHUNK_BYTES,
    Ledger,
    Meter,
    PartRange,
    PartRefused,
    Progress,
    form_of,
    other_file,
    part_ranges,
)
from video_metadata.errors import ConnectionFailure, UploadFailed, UploadInterrupted
from video_metadata.models import (
    SentPart,
    UploadCompleted,
    UploadCompletion,
    UploadResult,
    UploadState,
)

#: How many URLs of one part may be refused before the upload fails.
MAX_REFUSALS = 4


async def upload_form(
    transport: AsyncTransport, source: Source, *, name: str | None, auto_process: bool, progress: Progress | None
) -> UploadResult:
    """Uploads a file of at most ``FORM_BYTES`` as a form."""
    content = await in_thread(lambda: source.read(0, source.size))
    fields = {**({} if name is None else {"name": name}), "autoProcess": "true" if auto_process else "false"}
    form = form_of(source.name, fields)
    meter = Meter(len(content), progress)

    async def body() -> AsyncIterator[bytes]:
        yield form.head
        for start in range(0, len(content), CHUNK_BYTES):
            yield content[start : start + CHUNK_BYTES]
            # The network has taken a chunk when it asks for the next one.
            meter.note(1, min(start + CHUNK_BYTES, len(content)))
        yield form.tail

    return await transport.call(
        Request(UploadResult, "POST", "/api/videos/upload", headers=form.headers(len(content)), body=body)
    )


def announcement(file_name: str, file_size: int, *, name: str | None, auto_process: bool) -> Request[UploadResult]:
    """The call that begins an upload in parts."""
    named = {} if name is None else {"name": name}
    body = {"fileName": file_name, "fileSize": file_size, "autoProcess": auto_process, **named}
    return json_request(UploadResult, "POST", "/api/videos/upload", body)


async def upload_parts(
    transport: AsyncTransport,
    source: Source,
    *,
    name: str | None,
    auto_process: bool,
    progress: Progress | None,
    resume: str | None,
    parallel: int,
    on_begin: Callable[[str], None] | None,
) -> UploadCompleted:
    """Uploads a file in parts that go straight to the store."""
    if resume is None:
        begun = await transport.call(announcement(source.name, source.size, name=name, auto_process=auto_process))
        if begun.upload is None:
            raise UploadFailed("The service takes no direct uploads")
        video_id, status = begun.id, begun.status
        part_size, ledger = begun.upload.part_size, Ledger([], begun.upload.parts)
        count = len(begun.upload.parts)
    else:
        state = await _state(transport, resume)
        video_id, status = resume, state.status
        part_size, ledger = state.part_size, Ledger(state.parts, state.remaining)
        count = len(state.parts) + len(state.remaining)
    if on_begin is not None:
        on_begin(video_id)
    if status != "uploading":
        return UploadCompleted(id=video_id, status=status)
    ranges = part_ranges(source.size, part_size)
    if len(ranges) != count:
        raise other_file()
    try:
        parts = _Parts(transport, source, video_id, ledger, Meter(source.size, progress))
        await parts.send(ranges, parallel)
        sent = [SentPart(number=each.number, etag=ledger.etag_of(each.number) or "") for each in ranges]
        path = at("/api/videos/{}/upload/complete", video_id)
        return await transport.call(json_request(UploadCompleted, "POST", path, UploadCompletion(parts=sent)))
    except ConnectionFailure as error:
        raise UploadInterrupted(
            f"The upload of the video {video_id} was interrupted, and can be resumed: {error}", video_id, error.reason
        ) from error


async def _state(transport: AsyncTransport, video_id: str) -> UploadState:
    return await transport.call(Request(UploadState, "GET", at("/api/videos/{}/upload", video_id)))


class _Parts:
    """Sends parts, several at a time."""

    def __init__(self, transport: AsyncTransport, source: Source, video_id: str, ledger: Ledger, meter: Meter) -> None:
        self._transport = transport
        self._source = source
        self._video_id = video_id
        self._ledger = ledger
        self._meter = meter
        self._renewing = AsyncLock()
        self._workers = AsyncWorkers()

    async def send(self, ranges: list[PartRange], parallel: int) -> None:
        """Sends the parts that have not arrived; those that have are compared with the file."""
        await self._workers.run(min(parallel, len(ranges)), partial(self._send_each, iter(ranges)))

    async def _send_each(self, queue: Iterator[PartRange]) -> None:
        for part in queue:
            self._workers.check()
            await self._send_part(part)

    async def _send_part(self, part: PartRange) -> None:
        content = await in_thread(lambda: self._source.read(part.start, part.end))
        digest = await in_thread(lambda: digest_of(content))
        refusals = 0
        while self._ledger.etag_of(part.number) is None:
            url = self._ledger.url_of(part.number)
            try:
                if url is None:
                    raise PartRefused(f"Part {part.number} has no URL")
                await self._put_again(part.number, url, content, digest)
                self._ledger.note_arrival(part.number, digest)
            except PartRefused as refusal:
                if refusals == MAX_REFUSALS:
                    raise UploadFailed(str(refusal)) from refusal
                refusals += 1
                await self._renew(part.number, url)
        if self._ledger.etag_of(part.number) != digest:
            raise other_file()
        self._meter.note(part.number, len(content))

    async def _put_again(self, number: int, url: str, content: bytes, digest: str) -> None:
        failures = 0
        while True:
            try:
                return await self._put(number, url, content, digest)
            except ConnectionFailure as error:
                failures += 1
                await self._transport.pause(error, failures)

    async def _put(self, number: int, url: str, content: bytes, digest: str) -> None:
        async def chunks() -> AsyncIterator[bytes]:
            for start in range(0, len(content), CHUNK_BYTES):
                self._workers.check()
                self._meter.note(number, start)
                yield content[start : start + CHUNK_BYTES]

        response = await self._transport.put(url, chunks(), len(content))
        status = response.status_code
        answer = f"The store refused part {number} with {status}: {response.text}"
        if status in (403, 404):
            raise PartRefused(answer)
        if status >= 500 or status in (408, 429):
            raise ConnectionFailure(answer)
        if not response.is_success:
            raise UploadFailed(answer)
        if response.headers.get("etag", "").strip('"') != digest:
            raise ConnectionFailure(f"Part {number} arrived damaged")

    async def _renew(self, number: int, dead: str | None) -> None:
        """Gets new URLs in place of one that is refused. Workers that come at the same time share one request."""
        async with self._renewing:
            if self._ledger.url_of(number) != dead or self._ledger.etag_of(number) is not None:
                return
            state = await _state(self._transport, self._video_id)
            if state.status != "uploading":
                raise UploadFailed(f"The upload is over: {state.status}")
            self._ledger.take(state.parts, state.remaining)
