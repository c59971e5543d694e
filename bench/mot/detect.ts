import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { modelsDirs } from '../../local/models-dirs.ts';
import { planSegments } from '../../shared/domain/job/plan-segments.ts';
import { openDetector } from '../../shared/inference/detectors/open-detector.ts';
import { modelManifest } from '../../shared/inference/models/manifest.ts';
import { selectDetector } from '../../shared/inference/models/model-store.ts';
import { fileSource } from '../../shared/kernel/bytes/byte-source.ts';
import { sampleFrames } from '../../shared/media/probe/frame-index.ts';
import { probeVideo } from '../../shared/media/probe/probe-video.ts';
import { detectSamples, type SegmentFrame } from '../../shared/service/detection/detect-samples.ts';
import { trackSegments } from '../../shared/service/detection/track-segments.ts';
import type { Track } from '../../shared/vision/tracking/track.ts';

const USAGE = `Detects and tracks the objects of a video as a job of the service does.
  --video FILE --out FILE --fps F [--confidence C] [--labels A,B] [--model ID]
Writes rows frame,id,x,y,w,h,confidence,class: frames of the file from 1 (those sampled), pixels of the displayed frame.`;

const { values } = parseArgs({
  options: {
    video: { type: 'string' },
    out: { type: 'string' },
    fps: { type: 'string' },
    confidence: { type: 'string', default: '0.5' },
    labels: { type: 'string', default: '' },
    model: { type: 'string' },
  },
});

if (values.video && values.out && values.fps) {
  const fps = numberWithin('fps', values.fps, 0.01, 1000);
  const confidence = numberWithin('confidence', values.confidence, 0, 1);
  const labels = values.labels.split(',').filter((label) => label !== '');
  const frames = await detect(values.video, fps);
  writeFileSync(values.out, rows([...trackSegments([() => frames], { confidence, labels })]));
} else {
  console.error(USAGE);
  process.exitCode = 2;
}

async function detect(file: string, fps: number): Promise<SegmentFrame[]> {
  await using source = await fileSource(file);
  const { width, height, frames: index } = await probeVideo(source);
  const located = await selectDetector({
    manifest: modelManifest,
    modelsDirs: modelsDirs(process.env),
    ...(values.model !== undefined && { modelId: values.model }),
  });
  if (located.fallback) console.error(`Using ${located.model.id}: ${located.reason}`);
  const detector = await openDetector(located);
  try {
    const samples = sampleFrames(index, fps);
    const { boundaries } = planSegments(samples, index.keyFrames, width * height);
    const found: SegmentFrame[] = [];
    for (const [segment, start] of boundaries.slice(0, -1).entries()) {
      const part = samples.slice(start, boundaries[segment + 1]);
      for await (const frame of detectSamples(
        detector,
        { source, width, height, index },
        part,
        samples[start - 1],
      )) {
        found.push(frame);
      }
    }
    return found;
  } finally {
    await detector.close();
  }
}

/** In the order of frames; a box between two detections has the confidence of its track. */
function rows(tracks: readonly Track[]): string {
  return tracks
    .flatMap(({ label, confidence, points }, index) =>
      points.map(({ frame, box, score }) => ({
        frame,
        id: index + 1,
        box,
        score: score ?? confidence,
        label,
      })),
    )
    .sort((a, b) => a.frame - b.frame || a.id - b.id)
    .map(({ frame, id, box, score, label }) => {
      const sides = [box.x, box.y, box.width, box.height].map((side) => side.toFixed(2));
      return `${[frame + 1, id, ...sides, score.toFixed(4), label].join()}\n`;
    })
    .join('');
}

function numberWithin(name: string, text: string, min: number, max: number): number {
  const value = Number(text);
  if (!(value >= min && value <= max))
    throw new RangeError(`--${name} must be a number from ${min} to ${max}.`);
  return value;
}
