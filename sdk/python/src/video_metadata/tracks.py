"""Where objects are in the frames of a video, as numbers, NumPy arrays or pandas tables.

The rule is that of all readers of a track: between two keyframes a shape is interpolated by frame; from a keyframe
with ``hidden`` until the next one without it there is nothing, and the last shape before holds until that begins;
before the first keyframe and after the last there is nothing, either.

Frames are named by their rank in presentation order, from 0. Positions are fractions of the displayed frame, from its
top left corner.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import TYPE_CHECKING, Generic, NamedTuple, TypeVar

from video_metadata.models import (
    BoxKeyframe,
    BoxObject,
    MetadataDocument,
    OtherObject,
    SurfaceKeyframe,
    SurfaceObject,
    VideoMetadata,
)

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd
    from numpy.typing import NDArray


class Box(NamedTuple):
    """Left edge, top edge, width and height; fractions of the frame."""

    x: float
    y: float
    width: float
    height: float


class Corner(NamedTuple):
    """A corner of a surface; fractions of the frame."""

    x: float
    y: float


Keyframe = TypeVar("Keyframe", bound=BoxKeyframe | SurfaceKeyframe)


def box_at(tracked: BoxObject, frame: int) -> Box | None:
    """The box of an object in a frame; None where it is not seen."""
    place = _place(tracked.track, frame)
    return None if place is None else _box(place)


def corners_at(surface: SurfaceObject, frame: int) -> tuple[Corner, ...] | None:
    """The four corners of a surface in a frame, in the order in which they were marked; None where it is not seen."""
    place = _place(surface.track, frame)
    return None if place is None else _corners(place)


def frames_of(tracked: BoxObject | SurfaceObject) -> list[int]:
    """The frames in which an object is seen, ascending."""
    return [place.frame for place in _places(tracked.track)]


def to_numpy(tracked: BoxObject | SurfaceObject) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """The frames in which an object is seen, and where it is there.

    Of a box ``(frames[n], boxes[n, 4])`` with left, top, width and height; of a surface ``(frames[n],
    corners[n, 4, 2])``. Fractions of the frame. Needs NumPy.
    """
    import numpy as np

    frames = np.array(frames_of(tracked), dtype=np.int64)
    if isinstance(tracked, BoxObject):
        boxes = np.array([_box(place) for place in _places(tracked.track)], dtype=np.float64)
        return frames, boxes.reshape(-1, 4)
    corners = np.array([_corners(place) for place in _places(tracked.track)], dtype=np.float64)
    return frames, corners.reshape(-1, 4, 2)


def to_pandas(document: MetadataDocument | VideoMetadata, *, size: tuple[int, int] | None = None) -> pd.DataFrame:
    """A row for each object and each frame in which it is seen, sorted by object and frame.

    Columns: ``object_id``, ``kind``, ``label`` (the user's where there is one), ``frame``, ``time`` (seconds; exact at
    keyframes, between them interpolated by frame), ``x``, ``y``, ``width``, ``height``: of a surface the box around
    its corners, which ``corners_at`` gives. Fractions of the frame, or pixels where ``size`` gives the width and
    height of the video. Objects of kinds unknown to this package are left out. Needs pandas.
    """
    import pandas as pd

    width, height = size or (1, 1)
    rows = [
        (*named, frame, time, box.x * width, box.y * height, box.width * width, box.height * height)
        for tracked in (document.objects or {}).values()
        if not isinstance(tracked, OtherObject)
        for named in [(tracked.id, tracked.kind, tracked.user_label or tracked.label)]
        for frame, time, box in _rows(tracked)
    ]
    columns = ["object_id", "kind", "label", "frame", "time", "x", "y", "width", "height"]
    table = pd.DataFrame(rows, columns=columns)
    return table.astype({"frame": "int64", **dict.fromkeys(columns[4:], "float64")})


def _rows(tracked: BoxObject | SurfaceObject) -> Iterator[tuple[int, float, Box]]:
    if isinstance(tracked, BoxObject):
        for place in _places(tracked.track):
            yield place.frame, place.time, _box(place)
    else:
        for marked in _places(tracked.track):
            corners = _corners(marked)
            xs, ys = [corner.x for corner in corners], [corner.y for corner in corners]
            yield marked.frame, marked.time, Box(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))


@dataclass(frozen=True)
class _Place(Generic[Keyframe]):
    """Where in a track a frame is."""

    frame: int
    before: Keyframe
    #: The one after it, or None where the shape of the one before holds.
    after: Keyframe | None

    def mix(self, of: Callable[[Keyframe], float]) -> float:
        """A number of the keyframes, interpolated by frame."""
        start = of(self.before)
        if self.after is None:
            return start
        share = (self.frame - self.before.frame) / (self.after.frame - self.before.frame)
        return start + (of(self.after) - start) * share

    @property
    def time(self) -> float:
        return self.mix(lambda keyframe: keyframe.time)


def _place(track: Sequence[Keyframe], frame: int) -> _Place[Keyframe] | None:
    position = bisect_right(track, frame, key=lambda keyframe: keyframe.frame)
    if position == 0 or track[position - 1].hidden:
        return None
    before = track[position - 1]
    after = track[position] if position < len(track) else None
    if before.frame == frame or (after is not None and after.hidden):
        return _Place(frame, before, None)
    return None if after is None else _Place(frame, before, after)


def _places(track: Sequence[Keyframe]) -> Iterator[_Place[Keyframe]]:
    """All that ``_place`` finds."""
    for before, after in zip_longest(track, track[1:]):
        if before.hidden:
            continue
        yield _Place(before.frame, before, None)
        for frame in range(before.frame + 1, before.frame if after is None else after.frame):
            yield _Place(frame, before, None if after.hidden else after)


def _box(place: _Place[BoxKeyframe]) -> Box:
    return Box(
        place.mix(lambda keyframe: keyframe.x),
        place.mix(lambda keyframe: keyframe.y),
        place.mix(lambda keyframe: keyframe.width),
        place.mix(lambda keyframe: keyframe.height),
    )


def _corners(place: _Place[SurfaceKeyframe]) -> tuple[Corner, ...]:
    return tuple(_corner(place, i) for i in range(len(place.before.corners)))


def _corner(place: _Place[SurfaceKeyframe], i: int) -> Corner:
    return Corner(
        place.mix(lambda keyframe: keyframe.corners[i].x),
        place.mix(lambda keyframe: keyframe.corners[i].y),
    )
