"""Where objects are in frames, compared with the rule that the service and the console share."""

from __future__ import annotations

import json
import random
import subprocess
from typing import Any

import numpy as np
from conftest import NODE, ROOT

from video_metadata import box_at, corners_at, frames_of, to_numpy, to_pandas
from video_metadata.models import BoxObject, MetadataDocument, SurfaceObject

FEATURES = ["tracks: boxes by frame, arrays, tables"]
FRAMES = 40


def details(name: str, kind: str, track: list[dict[str, Any]]) -> dict[str, Any]:
    figures = {"confidence": 1, "firstFrame": 0, "lastFrame": 0, "frameCount": 0}
    return {"id": name, "kind": kind, "label": "car", "userLabel": None, "customData": {}, "track": track, **figures}


def made_track(of: random.Random, kind: str) -> list[dict[str, Any]]:
    frames = sorted(of.sample(range(FRAMES), of.randint(1, 8)))
    track = []
    for index, frame in enumerate(frames):
        hidden = {"hidden": True} if index > 0 and of.random() < 0.3 else {}
        if kind == "box":
            shape: dict[str, Any] = {name: of.random() for name in ("x", "y", "width", "height")}
        else:
            shape = {"corners": [{"x": of.random(), "y": of.random()} for _ in range(4)]}
        track.append({"frame": frame, "time": frame / 25, **shape, **hidden})
    return track


def expected(tracks: list[list[dict[str, Any]]]) -> list[list[Any]]:
    """By the service's own sources: what is in each frame, or null."""
    script = (
        f"import {{ boxAt, cornersAt }} from {json.dumps(str(ROOT / 'shared/kernel/geometry/shape-at.ts'))};"
        "import { text } from 'node:stream/consumers';"
        "const { tracks, frames } = JSON.parse(await text(process.stdin));"
        "const at = (track, frame) => (track[0].corners ? cornersAt : boxAt)(track, frame) ?? null;"
        "const each = (track) => Array.from({ length: frames }, (_, frame) => at(track, frame));"
        "console.log(JSON.stringify(tracks.map(each)));"
    )
    command = [NODE, "--input-type=module", "-e", script]
    sent = json.dumps({"tracks": tracks, "frames": FRAMES})
    done = subprocess.run(command, input=sent, capture_output=True, text=True, check=True)
    answer: list[list[Any]] = json.loads(done.stdout)
    return answer


def test_shapes_are_those_of_the_service_to_the_last_bit() -> None:
    of = random.Random(7)
    kinds = [of.choice(["box", "surface"]) for _ in range(200)]
    tracks = [made_track(of, kind) for kind in kinds]
    for kind, track, shapes in zip(kinds, tracks, expected(tracks), strict=True):
        seen = [frame for frame, shape in enumerate(shapes) if shape is not None]
        tracked: BoxObject | SurfaceObject
        if kind == "box":
            tracked = BoxObject.model_validate(details("o", kind, track))
            boxes = [box_at(tracked, frame) for frame in range(FRAMES)]
            assert [box and box._asdict() for box in boxes] == shapes
        else:
            tracked = SurfaceObject.model_validate(details("o", kind, track))
            marked = [corners_at(tracked, frame) for frame in range(FRAMES)]
            assert [corners and [corner._asdict() for corner in corners] for corners in marked] == shapes
        frames, arrays = to_numpy(tracked)
        assert frames_of(tracked) == frames.tolist() == seen
        assert arrays.shape == ((len(seen), 4) if kind == "box" else (len(seen), 4, 2))
        flat = [[*shape.values()] if kind == "box" else [[c["x"], c["y"]] for c in shape] for shape in shapes if shape]
        assert np.array_equal(arrays, np.array(flat).reshape(arrays.shape))


def test_a_table_has_a_row_for_each_object_and_frame_in_which_it_is_seen() -> None:
    box = {"time": 0.0, "y": 0.5, "width": 0.1, "height": 0.2}
    track = [
        {**box, "frame": 2, "time": 0.2, "x": 0.0},
        {**box, "frame": 4, "time": 0.4, "x": 0.2},
        {**box, "frame": 5, "time": 0.5, "x": 0.9, "hidden": True},
        {**box, "frame": 8, "time": 0.8, "x": 0.4},
    ]
    corners = [{"x": 0.1, "y": 0.2}, {"x": 0.3, "y": 0.1}, {"x": 0.4, "y": 0.5}, {"x": 0.2, "y": 0.6}]
    document = MetadataDocument.model_validate(
        {
            "schemaVersion": "1.0",
            "videoDetails": {"totalFrames": 9, "fps": 10, "width": 200, "height": 100},
            "objects": {
                "o1": {**details("o1", "box", track), "userLabel": "Fähre"},
                "s1": details("s1", "surface", [{"frame": 0, "time": 0, "corners": corners}]),
                "x1": details("x1", "cloud", [{"frame": 0}]),
            },
            "layers": [],
            "variables": [],
            "rules": [],
        }
    )
    table = to_pandas(document, size=(200, 100))
    assert table["frame"].tolist() == [2, 3, 4, 8, 0]
    assert table["label"].tolist() == ["Fähre"] * 4 + ["car"]
    assert np.allclose(table["time"], [0.2, 0.3, 0.4, 0.8, 0])
    assert np.allclose(table["x"], [0, 20, 40, 80, 20])
    assert np.allclose(table.iloc[4][["x", "y", "width", "height"]].tolist(), [20, 10, 60, 50])
    document.objects = {}
    assert to_pandas(document).dtypes["frame"] == np.int64
