"""What a user of the client that openapi-generator makes for Python would write."""

import os
import time
import urllib.request

import openapi_client
from openapi_client.models import (
    ChangeRequest,
    EntryPatch,
    JsonPatchOperation,
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
    ValueOperation,
)

configuration = openapi_client.Configuration(
    host=os.environ["VMS_API_URL"], access_token=os.environ["VMS_API_KEY"]
)
client = openapi_client.ApiClient(configuration)
videos = openapi_client.VideosApi(client)
metadata = openapi_client.MetadataApi(client)
objects = openapi_client.ObjectsApi(client)
processing = openapi_client.ProcessingApi(client)
projects = openapi_client.ProjectsApi(client)


def wait(read, done):
    while not done(answer := read()):
        time.sleep(0.1)
    return answer


video_id = videos.upload_video(file=os.environ["VMS_CLIP"], name="Harbour", auto_process=False).id
print("upload", flush=True)

video = wait(lambda: videos.get_video(video_id), lambda each: each.status == "processed")
assert video.width == 320 and video.file_size == os.path.getsize(os.environ["VMS_CLIP"])
assert video_id in [each.id for each in videos.list_videos(page=1, page_size=20).videos]
print("read", flush=True)

processing.start_processing(video_id, processing_options=ProcessingOptions(fps=10))
wait(lambda: processing.get_processing_status(video_id), lambda job: job.status == "completed")
print("process", flush=True)

found = list(metadata.get_metadata(video_id).objects.values())[0].actual_instance
assert found.kind == "box" and found.track[0].width > 0
print("track", flush=True)

label = ObjectPatch(user_label="Ferry", custom_data={"deck": 2})
assert objects.patch_object(video_id, found.id, label).object.user_label == "Ferry"
assert found.id in [each.id for each in objects.list_objects(video_id).objects]
print("object", flush=True)

corners = [MarkedCorner(x=x, y=y) for x, y in ((0.2, 0.2), (0.5, 0.2), (0.5, 0.6), (0.2, 0.6))]
surface = objects.create_surface(video_id, MarkedSurface(name="Board", frame=0, corners=corners))
marked = metadata.get_metadata(video_id).objects[surface.object_id].actual_instance
assert len(marked.track[0].corners) == 4
print("surface", flush=True)

title = OverlayPatch(
    id="title",
    position=PointPatch(x=0.5, y=0.1),
    plugin=OverlayPluginPatch(type="core:text", config={"text": "Harbour", "size": 0.08}),
)
speed = EntryPatch.from_dict({"id": "speed", "value": 4.2})
patch = MetadataPatch(layers=[LayerPatch(id="titles", overlays=[title])], variables=[speed])
version = metadata.patch_metadata(video_id, patch).version
print("patch", flush=True)

replaced = JsonPatchOperation(ValueOperation(op="replace", path="/variables/0/value", value=3.8))
changed = projects.apply_changes(video_id, ChangeRequest(base_revision=version, changes=[replaced]))
assert changed.revision == version + 1
print("change", flush=True)

callout = PluginInstallation(type="user:callout", version="1.0.0", config_schema={"type": "object"})
assert projects.install_plugin(video_id, callout).plugin.version == "1.0.0"
print("plugin", flush=True)

urllib.request.urlretrieve(metadata.export_video(video_id, format="json").download_url, os.environ["VMS_OUT"])
print("export", flush=True)

try:
    videos.get_video("none")
except openapi_client.ApiException as refused:
    assert refused.status == 404 and refused.data.error.code == "VIDEO_NOT_FOUND"
    print("refusal", flush=True)

assert videos.delete_video(video_id).success
print("delete", flush=True)
