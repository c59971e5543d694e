import type { CallOutput } from '../client/client.ts';
import { surfaceAt } from '../client/surface-track.ts';
import type { getMetadata } from '../shared/contract/routes/metadata.ts';
import { counted } from './format.ts';

type Document = CallOutput<typeof getMetadata>;

interface SurfaceReport {
  readonly summary: string;
  /** What speaks against the track; null where nothing does. */
  readonly doubt: string | null;
}

/** Seen in fewer of the video's frames, it was rather lost than out of view. */
const SMALL_SHARE = 0.1;

/** Below it corners are more likely wrong than right. */
const LOW_CONFIDENCE = 0.5;

/**
 * What tracking has come to, for people.
 * @param name the user's
 * @param videoId where the track can be looked at
 */
export function surfaceReport(
  name: string,
  surface: Document['objects'][string],
  { totalFrames }: Pick<Document['videoDetails'], 'totalFrames'>,
  videoId: string,
): SurfaceReport {
  const { firstFrame, lastFrame, frameCount, confidence } = surface;
  const frames = Array.from({ length: frameCount }, (_, i) => firstFrame + i);
  const seen = frames.filter((frame) => surfaceAt(surface, frame) !== undefined).length;
  const where = frameCount === 1 ? `frame ${firstFrame}` : `frames ${firstFrame} to ${lastFrame}`;
  const summary = `Tracked ${name}: seen in ${seen} of ${counted(totalFrames, 'frame')}, ${where}`;
  if (seen === totalFrames && seen === 1) return { summary, doubt: null };
  if (seen === 1) {
    const doubt =
      'It was seen in the marked frame alone. Mark it where it is sharp and nothing covers it; what has hardly any texture ' +
      'cannot be tracked.';
    return { summary, doubt };
  }
  if (seen < SMALL_SHARE * totalFrames) {
    const doubt =
      'It was soon lost. Where it is in view in other frames, too, delete it and mark it anew, with more of its texture: ' +
      'of what is plain there is nothing to track.';
    return { summary, doubt };
  }
  // Of the marked frame it is 1.
  const ofOthers = (confidence * seen - 1) / (seen - 1);
  if (ofOthers >= LOW_CONFIDENCE) return { summary, doubt: null };
  const percent = Math.max(0, Math.round(100 * ofOthers));
  const doubt = `Its corners are unsure, with a confidence of ${percent} %: "vms contact-sheet ${videoId} --out sheet.jpg" shows them.`;
  return { summary, doubt };
}
