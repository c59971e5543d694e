import { LIMITS } from '../../contract/limits.ts';
import type { Keyframe, StoredObject } from '../../contract/schemas/metadata.ts';
import type { JsonObject } from '../json/json.ts';
import { invalidAt, type Path } from '../json/path.ts';
import { checkCustomData, checkId, checkNumber, checkObject, checkText } from './checks.ts';

const { confidence: CONFIDENCE } = LIMITS;
const NON_NEGATIVE = { min: 0 };
const CORNERS = 4;

/** An object of the document, without its track. */
export function checkStoredObject(
  object: JsonObject,
  id: string,
  path: Path,
): asserts object is StoredObject {
  checkId(object.id, [...path, 'id']);
  if (object.id !== id) throw invalidAt([...path, 'id'], 'must be the key it lies under');
  if (object.kind !== 'box' && object.kind !== 'surface') {
    throw invalidAt([...path, 'kind'], 'must be "box" or "surface"');
  }
  checkText(object.label, [...path, 'label']);
  if (object.userLabel !== null) checkText(object.userLabel, [...path, 'userLabel']);
  checkNumber(object.confidence, [...path, 'confidence'], CONFIDENCE);
  if (object.labelConfidence !== undefined) {
    checkNumber(object.labelConfidence, [...path, 'labelConfidence'], CONFIDENCE);
  }
  checkInteger(object.firstFrame, [...path, 'firstFrame']);
  checkInteger(object.lastFrame, [...path, 'lastFrame'], object.firstFrame);
  checkInteger(object.frameCount, [...path, 'frameCount']);
  if (object.tracked !== undefined) checkBoolean(object.tracked, [...path, 'tracked']);
  checkCustomData(object.customData, [...path, 'customData']);
}

/** Keyframes of the object's kind, in strictly rising order of their frames. */
export function checkTrack(
  track: unknown,
  kind: StoredObject['kind'],
  path: Path,
): asserts track is Keyframe[] {
  if (!Array.isArray(track)) throw invalidAt(path, 'must be a list');
  const check = kind === 'box' ? checkBoxKeyframe : checkSurfaceKeyframe;
  let previous = -1;
  for (const [index, keyframe] of track.entries()) {
    const at = [...path, String(index)];
    checkObject(keyframe, at);
    checkInteger(keyframe.frame, [...at, 'frame'], previous + 1);
    checkNumber(keyframe.time, [...at, 'time']);
    if (keyframe.hidden !== undefined) checkBoolean(keyframe.hidden, [...at, 'hidden']);
    check(keyframe, at);
    previous = keyframe.frame;
  }
}

function checkBoxKeyframe({ x, y, width, height }: JsonObject, path: Path): void {
  checkNumber(x, [...path, 'x']);
  checkNumber(y, [...path, 'y']);
  checkNumber(width, [...path, 'width'], NON_NEGATIVE);
  checkNumber(height, [...path, 'height'], NON_NEGATIVE);
}

function checkSurfaceKeyframe({ corners, confidence }: JsonObject, path: Path): void {
  if (confidence !== undefined) checkNumber(confidence, [...path, 'confidence'], CONFIDENCE);
  const at = [...path, 'corners'];
  if (!Array.isArray(corners) || corners.length !== CORNERS) throw invalidAt(at, 'must hold four corners');
  for (const [index, corner] of corners.entries()) {
    checkObject(corner, [...at, String(index)]);
    checkNumber(corner.x, [...at, String(index), 'x']);
    checkNumber(corner.y, [...at, String(index), 'y']);
  }
}

function checkBoolean(value: unknown, path: Path): asserts value is boolean {
  if (typeof value !== 'boolean') throw invalidAt(path, 'must be true or false');
}

function checkInteger(value: unknown, path: Path, min = 0): asserts value is number {
  checkNumber(value, path, { min, max: Number.MAX_SAFE_INTEGER });
  if (!Number.isInteger(value)) throw invalidAt(path, 'must be a whole number');
}
