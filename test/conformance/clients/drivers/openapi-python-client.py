"""What a user of the client that openapi-python-client makes would write."""

import os
import time
import urllib.request

from video_metadata_service_client import AuthenticatedClient
from video_metadata_service_client.api.metadata import export_video, get_metadata, patch_metadata
from video_metadata_service_client.api.objects import create_surface, list_objects, patch_object
from video_metadata_service_client.api.processing import get_processing_status, start_processing
from video_metadata_service_client.api.projects import apply_changes, install_plugin
from video_metadata_service_client.api.videos import delete_video, get_video, list_videos, upload_video
from video_metadata_service_client.models import (
    ChangeRequest,
    EntryPatch,
    ErrorResponse,
    ExportVideoFormat,
    LayerPatch,
    MarkedCorner,
    MarkedSurface,
    MetadataPatch,
    ObjectPatch,
    ObjectPatchCustomData,
    OverlayPatch,
    OverlayPluginPatch,
    OverlayPluginPatchConfig,
    PluginInstallation,
    PluginInstallationConfigSchema,
    PointPatch,
    ProcessingOptions,
    UploadVideoBody,
    ValueOperation,
    ValueOperationOp,
)
from video_metadata_service_client.types import File

client = AuthenticatedClient(base_url=os.environ["VMS_API_URL"], token=os.environ["VMS_API_KEY"])


def wait(read, done):
    while not done(answer := read()):
        time.sleep(0.1)
    return answer


with open(os.environ["VMS_CLIP"], "rb") as clip:
    file = File(payload=clip, file_name="harbour.mp4")
    uploaded = upload_video.sync(client=client, body=UploadVideoBody(file=file, name="Harbour", auto_process=False))
video_id = uploaded.id
print("upload", flush=True)

video = wait(lambda: get_video.sync(video_id, client=client), lambda each: each.status == "processed")
assert video.width == 320 and video.file_size == os.path.getsize(os.environ["VMS_CLIP"])
assert video_id in [each.id for each in list_videos.sync(client=client, page=1, page_size=20).videos]
print("read", flush=True)

start_processing.sync(video_id, client=client, body=ProcessingOptions(fps=10))
wait(lambda: get_processing_status.sync(video_id, client=client), lambda job: job.status == "completed")
print("process", flush=True)

found = list(get_metadata.sync(video_id, client=client).objects.additional_properties.values())[0]
assert found.kind == "box" and found.track[0].width > 0
print("track", flush=True)

label = ObjectPatch(user_label="Ferry", custom_data=ObjectPatchCustomData.from_dict({"deck": 2}))
assert patch_object.sync(video_id, found.id, client=client, body=label).object_.user_label == "Ferry"
assert found.id in [each.id for each in list_objects.sync(video_id, client=client).objects]
print("object", flush=True)

corners = [MarkedCorner(x=x, y=y) for x, y in ((0.2, 0.2), (0.5, 0.2), (0.5, 0.6), (0.2, 0.6))]
surface = create_surface.sync(video_id, client=client, body=MarkedSurface(name="Board", frame=0, corners=corners))
marked = get_metadata.sync(video_id, client=client).objects[surface.object_id]
assert len(marked.track[0].corners) == 4
print("surface", flush=True)

config = OverlayPluginPatchConfig.from_dict({"text": "Harbour", "size": 0.08})
title = OverlayPatch(
    id="title", position=PointPatch(x=0.5, y=0.1), plugin=OverlayPluginPatch(type_="core:text", config=config)
)
speed = EntryPatch.from_dict({"id": "speed", "value": 4.2})
patch = MetadataPatch(layers=[LayerPatch(id="titles", overlays=[title])], variables=[speed])
version = patch_metadata.sync(video_id, client=client, body=patch).version
print("patch", flush=True)

replaced = ValueOperation(op=ValueOperationOp.REPLACE, path="/variables/0/value", value=3.8)
request = ChangeRequest(base_revision=version, changes=[replaced])
assert apply_changes.sync(video_id, client=client, body=request).revision == version + 1
print("change", flush=True)

schema = PluginInstallationConfigSchema.from_dict({"type": "object"})
callout = PluginInstallation(type_="user:callout", version="1.0.0", config_schema=schema)
assert install_plugin.sync(video_id, client=client, body=callout).plugin.version == "1.0.0"
print("plugin", flush=True)

exported = export_video.sync(video_id, client=client, format_=ExportVideoFormat.JSON)
urllib.request.urlretrieve(exported.download_url, os.environ["VMS_OUT"])
print("export", flush=True)

refused = get_video.sync("none", client=client)
assert isinstance(refused, ErrorResponse) and refused.error.code == "VIDEO_NOT_FOUND"
print("refusal", flush=True)

assert delete_video.sync(video_id, client=client).success
print("delete", flush=True)
