"""The baseline of `npm run planar -- --table` and `--given`: corners followed by OpenCV on one thread.

Points of the surface (goodFeaturesToTrack) are followed from frame to frame by pyramidal Lucas-Kanade and kept where
following them back returns to within a pixel. The homography from the start frame is fitted by RANSAC. Fewer than eight
inliers: lost.

Reads from stdin width and height (uint32), eight corner coordinates (float64, pixels from the top left corner of the
frame), then frames of width x height bytes; writes for every frame but the first its corners, NaN where lost, and the
milliseconds of processor time that it took (float64). All values are little-endian.
"""

import struct
import sys
import time

import cv2
import numpy as np

MOST_POINTS = 500
RANSAC_PIXELS = 3.0
RETURN_PIXELS = 1.0
LEAST_INLIERS = 8
WINDOW = dict(winSize=(21, 21), maxLevel=3)

cv2.setNumThreads(1)
source, target = sys.stdin.buffer, sys.stdout.buffer
width, height = struct.unpack("<2I", source.read(8))
# Pixels are counted from the centre of the first one here.
corners = np.array(struct.unpack("<8d", source.read(64)), np.float32).reshape(4, 1, 2) - 0.5


def read_frame():
    data = source.read(width * height)
    return np.frombuffer(data, np.uint8).reshape(height, width) if len(data) == width * height else None


def follow(before, after, points):
    """Points in the next frame, and which of them return to where they came from."""
    there, found, _ = cv2.calcOpticalFlowPyrLK(before, after, points, None, **WINDOW)
    back, found_back, _ = cv2.calcOpticalFlowPyrLK(after, before, there, None, **WINDOW)
    returned = np.linalg.norm(back - points, axis=2).ravel() < RETURN_PIXELS
    return there, (found.ravel() == 1) & (found_back.ravel() == 1) & returned


def main():
    before = read_frame()
    mask = np.zeros((height, width), np.uint8)
    cv2.fillConvexPoly(mask, np.round(corners).astype(np.int32), 255)
    origin = cv2.goodFeaturesToTrack(before, MOST_POINTS, 0.01, 5, mask=mask)
    points = origin
    while (frame := read_frame()) is not None:
        begun = time.process_time()
        pose = None
        if points is not None and len(points) >= LEAST_INLIERS:
            points, kept = follow(before, frame, points)
            origin, points = origin[kept], points[kept]
        if points is not None and len(points) >= LEAST_INLIERS:
            homography, inliers = cv2.findHomography(origin, points, cv2.RANSAC, RANSAC_PIXELS)
            if homography is not None and inliers.sum() >= LEAST_INLIERS:
                pose = cv2.perspectiveTransform(corners, homography) + 0.5
        values = np.full(8, np.nan) if pose is None else pose.ravel()
        target.write(struct.pack("<9d", *values, 1000 * (time.process_time() - begun)))
        target.flush()
        before = frame


main()
