"""A video from its upload to its deletion, by both clients, on a local service."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from conftest import Api

from video_metadata import JobFailed, NotFound, VersionConflict, box_at, corners_at, to_numpy, to_pandas
from video_metadata.models import (
    BoxObject,
    LayerPatch,
    MarkedCorner,
    MarkedSurface,
    MetadataPatch,
    ObjectPatch,
    OverlayPatch,
    OverlayPluginPatch,
    PluginInstallation,
    PointPatch,
    ProcessingOptions,
    SurfaceObject,
    ValueOperation,
)

pytestmark = pytest.mark.anyio

FEATURES = [
    "upload: path or file object, any size",
    "wait until processed",
    "pages as an iterator",
    "queries: videos, objects, frames",
    "versions compared, videos renamed, plugins removed",
    "events: listed, watched",
    "detection: start, watch, wait, cancel",
    "document: whole, sections, one value, older",
    "held answers (ETag, 304)",
    "objects: list, name, delete",
    "surfaces: mark, wait until tracked",
    "patches: merge by id, RFC 7396, RFC 6902",
    "projects: summary, changes, plugins",
    "older versions: list, restore",
    "conflicts (If-Match)",
    "export: never half a file, goes on after a break",
    "delete",
    "errors by code",
    "raw response",
    "tracks: boxes by frame, arrays, tables",
    "blocking and asynchronous",
]


async def test_a_video_goes_through_its_life(api: Api, clip: Path, tmp_path: Path) -> None:
    uploaded = await api("upload", clip)
    video = await api("wait_until_processed", uploaded.id, timeout=60)
    assert (video.name, video.width, video.height, video.fps) == ("Häfen – 港.mp4", 320, 180, 15)
    assert video.file_size == clip.stat().st_size
    assert uploaded.id in [each.id for each in await api.all("iter_videos", page_size=1)]
    assert video.id in [each.video_id for each in (await api("list_projects")).projects]

    with pytest.raises(NotFound) as nothing:
        await api("get_processing_status", video.id)
    assert (nothing.value.code, nothing.value.status) == ("JOB_NOT_FOUND", 404)
    started = await api("start_processing", video.id, ProcessingOptions(fps=10), if_match=1)
    states = await api.all("watch_job", video.id, timeout=60)
    assert [each.job_id for each in states] == [started.job_id] * len(states)
    assert (states[-1].status, states[-1].progress) == ("completed", 100)
    assert (await api("wait_for_job", video.id)).objects_detected == states[-1].objects_detected

    document = await api("get_metadata", video.id)
    assert document.http.version == 2
    assert await api("get_metadata", video.id, held=document) is document
    listed = await api("list_objects", video.id)
    assert await api("list_objects", video.id, held=listed) is listed
    assert {each.id for each in listed.objects} == set(document.objects)
    found = document.objects[listed.objects[0].id]
    assert isinstance(found, BoxObject)
    frames, boxes = to_numpy(found)
    assert tuple(boxes[0]) == box_at(found, int(frames[0])) == box_at(found, found.first_frame)
    table = to_pandas(document, size=(video.width, video.height))
    assert set(table["object_id"]) == set(document.objects)
    assert table[table["object_id"] == found.id]["frame"].tolist() == frames.tolist()

    named = await api("patch_object", video.id, found.id, ObjectPatch(user_label="Fähre", custom_data={"deck": 2**53}))
    assert (named.object.user_label, named.object.custom_data, named.http.version) == ("Fähre", {"deck": 2**53}, 3)
    corners = [MarkedCorner(x=x, y=y) for x, y in ((0.2, 0.2), (0.5, 0.2), (0.5, 0.6), (0.2, 0.6))]
    surface = await api("create_surface", video.id, MarkedSurface(name="Board", frame=0, corners=corners))
    tracked = await api("wait_until_tracked", video.id, surface.object_id, timeout=60)
    assert tracked.kind == "surface"
    document = await api("get_metadata", video.id)
    board = document.objects[surface.object_id]
    assert isinstance(board, SurfaceObject)
    first = corners_at(board, 0)
    assert first is not None
    assert first[0] == pytest.approx((0.2, 0.2), abs=0.05)

    plugin = OverlayPluginPatch(type="core:text", config={"text": "Harbour"})
    title = OverlayPatch(id="title", position=PointPatch(x=0.5, y=0.1), plugin=plugin)
    patch = MetadataPatch(layers=[LayerPatch(id="titles", name="Titles", overlays=[title])])
    with pytest.raises(VersionConflict) as conflict:
        await api("patch_metadata", video.id, patch, if_match=1)
    assert (conflict.value.status, conflict.value.current) == (409, document.http.version)
    patched = await api("patch_metadata", video.id, patch, if_match=document)
    assert patched.version == patched.http.version == document.http.version + 1
    assert (await api("get_value", video.id, ["layers", "titles", "name"])).value == "Titles"
    assert (await api("get_sections", video.id, ["layers"])).layers[0].overlays[0].plugin.config == {"text": "Harbour"}

    merged = await api("merge_patch_metadata", video.id, {"variables": [{"id": "v", "value": 1}]}, if_match=patched)
    operations = [ValueOperation(op="replace", path="/variables/0/value", value=2)]
    replaced = await api("json_patch_metadata", video.id, operations, if_match=merged)
    changed = await api(
        "apply_changes", video.id, [{"op": "test", "path": "/variables/0/value", "value": 2}], base_revision=replaced
    )
    assert (await api("get_project", video.id)).revision == changed.revision
    removed = MetadataPatch.model_validate({"variables": [{"id": "v", "$delete": True}]})
    await api("patch_metadata", video.id, removed)
    assert (await api("get_sections", video.id, ["variables"])).variables == []
    callout = PluginInstallation(type="user:callout", version="1.0.0", config_schema={"type": "object"})
    assert (await api("install_plugin", video.id, callout)).plugin.version == "1.0.0"

    assert [each.type for each in (await api("list_plugins", video.id)).plugins] == ["user:callout"]
    assert (await api("remove_plugin", video.id, "user:callout", "1.0.0")).removed
    assert (await api("rename_video", video.id, "Fähre")).video.name == "Fähre"
    assert [each.id for each in await api.all("iter_videos", name="FÄH", status=["processed"])] == [video.id]
    compared = await api("compare_versions", video.id, patched.version, merged.version)
    assert [each.path for each in compared.changes] == ["/variables/v"]

    of_user = {"user_label": "FÄHRE", "custom_data": {"deck": 2**53}, "min_confidence": 0.0, "sort": "-confidence"}
    assert [each.id for each in await api.all("iter_objects", video.id, **of_user)] == [found.id]
    assert (await api("list_objects", video.id, kind=["surface"], custom_data={"deck": 1})).objects == []
    assert len(await api.all("iter_objects", video.id, page_size=1)) == len(listed.objects) + 1
    here = await api("get_object", video.id, found.id, frames=[found.first_frame])
    assert here.positions[0].box is not None
    assert (here.positions[0].box.x, here.track) == (pytest.approx(boxes[0][0]), None)
    placed = await api("list_objects_in_frame", video.id, found.first_frame, label=found.label)
    assert found.id in [each.id for each in placed.objects]
    timed = await api("list_objects_at_time", video.id, placed.time, label=found.label, region=(0, 0, 1, 1))
    assert timed.objects == placed.objects

    versions = [each.version for each in await api.all("iter_versions", video.id, page_size=3)]
    assert versions == list(range(versions[0], 0, -1))
    assert (await api("get_metadata", video.id, version=1)).objects == {}
    assert (await api("request", "get", f"/api/videos/{video.id}")).headers["x-request-id"]

    deleted = await api("delete_object", video.id, found.id)
    restored = await api("restore_version", video.id, deleted.http.version - 1, if_match=deleted)
    assert found.id in (await api("get_metadata", video.id)).objects
    assert (await api("delete_object", video.id, found.id, if_match=restored)).success
    exported = await api("download_export", video.id, tmp_path / "document.json", format="json")
    assert list(json.loads(exported.read_bytes())["objects"]) == [
        each.id for each in listed.objects if each.id != found.id
    ] + [surface.object_id]
    film = await api("download_export", video.id, tmp_path / "film.mp4")
    assert film.stat().st_size > clip.stat().st_size
    assert [each.name for each in tmp_path.iterdir() if each.name.endswith(".part")] == []

    await api("delete_video", video.id)
    with pytest.raises(NotFound, match="VIDEO_NOT_FOUND"):
        await api("get_video", video.id)


async def test_what_happens_to_a_video_is_heard_of_in_its_order(api: Api, clip: Path) -> None:
    before = (await api("list_events", limit=1)).newest
    uploaded = await api("upload", clip)
    await api("wait_until_processed", uploaded.id, timeout=60)
    await api("delete_video", uploaded.id)
    events = await api.until(
        lambda event: event.type == "video.deleted", "watch_events", after=before, video_id=uploaded.id
    )
    assert {each.data.video_id for each in events} == {uploaded.id}
    assert [each.sequence for each in events] == sorted({each.sequence for each in events})
    assert {each.type for each in events} == {"video.created", "version.created", "video.processed", "video.deleted"}
    page = await api("list_events", after=before, types=["video.created", "video.deleted"], video_id=uploaded.id)
    assert [each.type for each in page.events] == ["video.created", "video.deleted"]


async def test_a_job_is_cancelled(api: Api, clip: Path) -> None:
    with clip.open("rb") as file:
        video = await api("upload", file, name="Zwei Häfen")
    assert (await api("wait_until_processed", video.id)).name == "Zwei Häfen"
    await api("start_processing", video.id)
    assert (await api("cancel_processing", video.id)).status == "cancelled"
    with pytest.raises(JobFailed, match="is cancelled"):
        await api("wait_for_job", video.id)


async def test_every_operation_of_the_description_has_a_method(api: Api) -> None:
    elsewhere = {
        "uploadVideo": "upload",
        "getRoot": "get_docs",
        "getOpenapi": "get_openapi",
        "rotateSecret": "rotate_webhook_secret",
        "listDeliveries": "list_webhook_deliveries",
        "sendAgain": "send_webhook_events_again",
    }
    description = (await api("get_openapi")).model_dump()
    operations = [each["operationId"] for methods in description["paths"].values() for each in methods.values()]
    names = [elsewhere.get(each) or "".join(f"_{c.lower()}" if c.isupper() else c for c in each) for each in operations]
    assert [name for name in names if not hasattr(api.client, name)] == []
    assert (await api("get_docs")).startswith("<!doctype html>")
    assert (await api("whoami")).scopes
