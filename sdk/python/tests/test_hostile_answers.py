"""Services and proxies that do not answer as they should."""

from __future__ import annotations

from pathlib import Path

import anyio
import httpx
import pytest
from conftest import Api
from hostile_server import Answer, HostileServer, Received, error

from video_metadata import (
    ApiError,
    AsyncClient,
    Client,
    Conflict,
    ConnectionFailure,
    Forbidden,
    InvalidRequest,
    NotFound,
    NotReady,
    QuotaExceeded,
    RateLimited,
    ServerError,
    TimedOut,
    Unauthenticated,
    VersionConflict,
    WaitTimeout,
)
from video_metadata.models import OtherObject

pytestmark = pytest.mark.anyio

FEATURES = [
    "errors by code",
    "retries, Retry-After, Idempotency-Key",
    "timeouts",
    "answers of newer services",
    "export: never half a file, goes on after a break",
]

JOB = {
    "jobId": "j1",
    "status": "processing",
    "progress": 1,
    "currentFrame": 0,
    "totalFrames": 9,
    "objectsDetected": 0,
    "undecodableFrames": 0,
    "samples": {"total": 9, "processed": 0, "detected": 0},
    "eta": 1,
    "model": "m",
    "fallback": False,
}
PROJECTS = Answer(body={"projects": []})


async def test_a_get_is_repeated_after_503_lost_and_broken_answers(hostile: HostileServer, hostile_api: Api) -> None:
    whole = Answer(body={"projects": [], "more": "x" * 1000})
    cut = Answer(body=whole.body, cut_at=500)
    proxy = Answer(502, b"<html>Bad Gateway</html>")
    hostile.answers(error(503, "INTERNAL_ERROR"), Answer(lost=True), cut, proxy, whole)
    assert (await hostile_api("list_projects")).model_extra == {"more": "x" * 1000}
    assert hostile_api.clock.slept == [0.5, 1, 2, 4]


async def test_a_post_is_repeated_under_one_key_and_a_patch_is_not(hostile: HostileServer, hostile_api: Api) -> None:
    hostile.answers(Answer(lost=True), error(409, "IDEMPOTENCY_IN_PROGRESS"), Answer(201, started()))
    assert (await hostile_api("start_processing", "v1")).job_id == "j1"
    assert len({each.headers["idempotency-key"] for each in hostile.received}) == 1
    hostile.answers(Answer(lost=True))
    before = len(hostile.received)
    with pytest.raises(ConnectionFailure) as failure:
        await hostile_api("patch_metadata", "v1", {"rules": []})
    assert (failure.value.reason, len(hostile.received)) == ("broken", before + 1)


def started() -> dict[str, object]:
    return {"jobId": "j1", "status": "queued", "estimatedTime": 1}


async def test_a_refused_call_is_repeated_when_the_service_says(hostile: HostileServer, hostile_api: Api) -> None:
    busy = error(429, "DOCUMENT_BUSY", headers={"Retry-After": "7"})
    gateway = Answer(429, b"Too Many Requests", {"Retry-After": "3"})
    done = Answer(body={"success": True, "version": 2, "updatedAt": "2026-01-01T00:00:00Z"}, headers={"ETag": '"2"'})
    hostile.answers(busy, gateway, done)
    assert (await hostile_api("patch_metadata", "v1", {})).version == 2
    assert hostile_api.clock.slept == [7, 3]


async def test_a_refusal_for_an_hour_is_raised_at_once(hostile: HostileServer, hostile_api: Api) -> None:
    hostile.answers(error(429, "RATE_LIMITED", headers={"Retry-After": "3600"}, details={"limit": 100}))
    with pytest.raises(RateLimited) as refusal:
        await hostile_api("whoami")
    assert (refusal.value.retry_after, refusal.value.details) == (3600, {"limit": 100})
    assert hostile_api.clock.slept == []


def happened(sequence: int) -> Answer:
    event = {
        "id": f"evt_{sequence}",
        "sequence": sequence,
        "type": "video.processed",
        "timestamp": "2026-01-01T00:00:00Z",
        "version": 1,
        "data": {"videoId": "v1"},
    }
    page = {"events": [event], "next": sequence, "hasMore": False, "newest": sequence, "missed": 0}
    return Answer(body=page)


async def test_a_watch_waits_for_a_service_that_was_there(hostile: HostileServer, hostile_api: Api) -> None:
    hostile.answers(happened(1), *[Answer(lost=True)] * 6, happened(2))
    seen = await hostile_api.until(lambda event: event.sequence == 2, "watch_events", after=0)
    assert [each.sequence for each in seen] == [1, 2]
    assert hostile_api.clock.slept == [0.5, 1, 2, 4, 8, 5]


async def test_a_watch_of_a_service_that_was_never_there_ends(hostile: HostileServer, hostile_api: Api) -> None:
    hostile.answers(Answer(lost=True))
    with pytest.raises(ConnectionFailure):
        await hostile_api.until(lambda _: True, "watch_events", after=0)


async def test_a_service_that_stays_away_is_given_up(hostile: HostileServer, hostile_api: Api) -> None:
    hostile.answers(error(500, "INTERNAL_ERROR"))
    with pytest.raises(ServerError, match=r"INTERNAL_ERROR: No\. \(request req-1\)"):
        await hostile_api("list_projects")
    assert len(hostile.received) == 6
    assert sum(hostile_api.clock.slept) == 15.5


@pytest.mark.parametrize(
    ("status", "code", "kind"),
    [
        (400, "INVALID_PARAMETER", InvalidRequest),
        (400, "CODE_OF_TOMORROW", InvalidRequest),
        (401, "UNAUTHENTICATED", Unauthenticated),
        (403, "NOT_OWNER", Forbidden),
        (403, "QUOTA_EXCEEDED", QuotaExceeded),
        (404, "OBJECT_NOT_FOUND", NotFound),
        (409, "VERSION_CONFLICT", VersionConflict),
        (409, "VIDEO_NOT_READY", NotReady),
        (409, "CODE_OF_TOMORROW", Conflict),
        (418, "CODE_OF_TOMORROW", ApiError),
    ],
)
async def test_an_error_has_a_class_its_code_and_what_the_service_says_of_it(
    hostile: HostileServer, hostile_api: Api, status: int, code: str, kind: type[ApiError]
) -> None:
    hostile.answers(error(status, code, field="f", details={"current": 7, "conflictingPaths": ["/layers"]}))
    with pytest.raises(ApiError) as raised:
        await hostile_api("patch_object", "v1", "o/1", {"userLabel": None}, if_match=5)
    failure = raised.value
    assert type(failure) is kind
    assert (failure.code, failure.status, failure.field, failure.request_id) == (code, status, "f", "req-1")
    if isinstance(failure, VersionConflict):
        assert (failure.current, failure.conflicting_paths) == (7, ["/layers"])
    received = hostile.received[0]
    assert (received.path, received.headers["if-match"]) == ("/api/videos/v1/objects/o%2F1", '"5"')
    assert received.body == b'{"userLabel": null}'


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (Answer(404, b"<html>nginx</html>"), "answered 404 with something that is not the API's"),
        (Answer(200, b"<html>Log in to the hotel</html>"), "answered 200"),
        (Answer(200, {"hotel": True}), "answered 200"),
        (Answer(403, {"error": "forbidden"}), "answered 403"),
        (Answer(301, headers={"Location": "https://vms.example/api"}), "leads to https://vms.example/api"),
    ],
)
async def test_what_is_not_the_api_is_said_to_be_and_not_asked_again(
    hostile: HostileServer, hostile_api: Api, answer: Answer, words: str
) -> None:
    hostile.answers(answer)
    with pytest.raises(ConnectionFailure, match=words) as failure:
        await hostile_api("list_projects")
    assert failure.value.reason == "foreign"
    assert "vms_sk_secret" not in f"{failure.value}{hostile_api.client!r}"
    assert len(hostile.received) == 1


async def test_an_address_where_nothing_listens_is_tried_three_times(hostile: HostileServer, hostile_api: Api) -> None:
    hostile.__exit__()
    with pytest.raises(ConnectionFailure, match="cannot be reached") as failure:
        await hostile_api("whoami")
    assert (failure.value.reason, len(hostile_api.clock.slept)) == ("absent", 2)


@pytest.mark.parametrize("kind", [Client, AsyncClient])
async def test_a_slow_answer_times_out(hostile: HostileServer, kind: type[Client] | type[AsyncClient]) -> None:
    hostile.answers(Answer(stalled=True))
    if kind is AsyncClient:
        async with AsyncClient(hostile.url, "key", timeout=0.1) as client:
            with pytest.raises(TimedOut):
                await client.delete_video("v1")
            with anyio.move_on_after(0.05) as scope:
                await client.whoami()
            assert scope.cancelled_caught
    else:
        with Client(hostile.url, "key", timeout=httpx.Timeout(0.1)) as blocking, pytest.raises(TimedOut):
            blocking.delete_video("v1")


async def test_states_and_members_of_tomorrow_are_kept(hostile: HostileServer, hostile_api: Api) -> None:
    states = [{**JOB, "status": "paused", "node": {"name": "n7"}}, {**JOB, "status": "completed"}]
    hostile.answers(*(Answer(body=state) for state in (states[0], states[0], states[1])))
    seen = await hostile_api.all("watch_job", "v1")
    assert [job.status for job in seen] == ["paused", "completed"]
    assert seen[0].node == {"name": "n7"}
    assert hostile_api.clock.slept == [0.15, 0.1875]


async def test_objects_of_unknown_kinds_and_integers_of_64_bits_are_kept(
    hostile: HostileServer, hostile_api: Api
) -> None:
    cloud = {
        "id": "o1",
        "kind": "cloud",
        "label": "fog",
        "userLabel": None,
        "confidence": 2,
        "firstFrame": 0,
        "lastFrame": 9007199254740993,
        "frameCount": 1,
        "customData": {"n": -9223372036854775808},
        "track": [{"frame": 0, "points": [[0, 1, 2]]}],
    }
    document = {
        "schemaVersion": "9.0",
        "videoDetails": {"totalFrames": 1, "fps": 1, "width": 1, "height": 1},
        "objects": {"o1": cloud},
        "layers": [],
        "variables": [],
        "rules": [],
        "scenes": ["港"],
    }
    hostile.answers(Answer(body=document, headers={"ETag": 'W/"41"'}))
    read = await hostile_api("get_metadata", "v1")
    assert isinstance(read.objects["o1"], OtherObject)
    assert read.http.version == 41
    assert read.model_dump(mode="json", by_alias=True, exclude_unset=True) == document


async def test_a_query_is_sent_as_the_api_spells_it(hostile: HostileServer, hostile_api: Api) -> None:
    hostile.answers(Answer(body=[]))
    response = await hostile_api("request", "get", "/api/x", query={"a": True, "b": None, "c": "ü&"})
    assert (response.json(), hostile.received[0].path) == ([], "/api/x?a=true&c=%C3%BC%26")
    assert hostile.received[0].headers["authorization"] == "Bearer vms_sk_secret"


async def test_waiting_ends_in_time(hostile: HostileServer, hostile_api: Api) -> None:
    hostile.answers(Answer(body=JOB))
    with pytest.raises(WaitTimeout, match="not over in 5 s: it is processing, 1 %"):
        await hostile_api("wait_for_job", "v1", timeout=5)
    assert sum(hostile_api.clock.slept) == pytest.approx(5)
    with pytest.raises(TimeoutError):
        await hostile_api("wait_for_job", "v1", timeout=0)


async def test_a_download_goes_on_where_its_connection_broke(
    hostile: HostileServer, hostile_api: Api, tmp_path: Path
) -> None:
    content = bytes(range(256)) * 400
    file = tmp_path / "film.mp4"
    file.write_bytes(b"older")
    url = f"{hostile.url}/film"
    link = Answer(body={"downloadUrl": url, "expiresAt": "2026-01-01T00:00:00Z", "fileSize": len(content)})

    def rest(received: Received) -> Answer:
        assert file.read_bytes() == b"older"
        assert "authorization" not in received.headers
        assert received.headers["if-range"] == '"e1"'
        start = int(received.headers["range"].removeprefix("bytes=").removesuffix("-"))
        return Answer(206, content[start:], {"ETag": '"e1"'}, cut_at=None if start > 50_000 else 30_000)

    hostile.answers(link, Answer(200, content, {"ETag": '"e1"'}, cut_at=40_000), rest, rest)
    assert await hostile_api("download_export", "v1", file) == file
    assert file.read_bytes() == content
    assert [each.name for each in tmp_path.iterdir()] == ["film.mp4"]


async def test_a_download_of_a_file_that_was_replaced_begins_anew(
    hostile: HostileServer, hostile_api: Api, tmp_path: Path
) -> None:
    content = bytes(range(256)) * 400
    url = f"{hostile.url}/film"
    link = Answer(body={"downloadUrl": url, "expiresAt": "2026-01-01T00:00:00Z", "fileSize": len(content)})
    other = Answer(200, bytes(len(content)), {"ETag": '"e1"'}, cut_at=40_000)
    hostile.answers(link, other, Answer(200, content, {"ETag": '"e2"'}))
    assert (await hostile_api("download_export", "v1", tmp_path / "film.mp4")).read_bytes() == content


async def test_a_download_that_fails_leaves_what_was_there(
    hostile: HostileServer, hostile_api: Api, tmp_path: Path
) -> None:
    file = tmp_path / "film.mp4"
    file.write_bytes(b"older")
    link = Answer(body={"downloadUrl": f"{hostile.url}/film", "expiresAt": "2026-01-01T00:00:00Z", "fileSize": 9})
    hostile.answers(link, Answer(200, b"12345"))
    with pytest.raises(ConnectionFailure, match="gave 5 of 9 bytes"):
        await hostile_api("download_export", "v1", file)
    hostile.answers(link, Answer(403, b"expired"))
    with pytest.raises(ConnectionFailure, match="403"):
        await hostile_api("download_export", "v1", file)
    assert [(each.name, each.read_bytes()) for each in tmp_path.iterdir()] == [("film.mp4", b"older")]
    with pytest.raises(OSError, match="is no file"):
        await hostile_api("download_export", "v1", tmp_path)
