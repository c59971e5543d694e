import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { runCommand } from '../../bench/run-command.ts';
import { type Options, value } from '../../cli/arguments.ts';
import { UsageError } from '../../cli/failures.ts';
import { text } from '../../cli/values.ts';
import { modelsDirs } from '../../local/models-dirs.ts';
import { openDetector } from '../../shared/inference/detectors/open-detector.ts';
import { modelManifest } from '../../shared/inference/models/manifest.ts';
import { selectDetector } from '../../shared/inference/models/model-store.ts';
import { decodeJpeg } from '../../shared/media/pictures/jpeg.ts';
import type { RgbImage } from '../../shared/media/pictures/rgb-image.ts';
import { clipTable } from './clips.ts';
import { scenarioTable } from './scenarios.ts';

const OPTIONS = {
  pictures: value(
    'FOLDER',
    'Against the truth: views of the JPEG pictures in a folder, moved by known amounts.',
    text,
  ),
  clips: value(
    'FOLDER',
    'On the clips of a folder: still cameras, closure, cost beside that of the detection.',
    text,
  ),
} satisfies Options;

await runCommand(
  "The camera's motion as the frames show it (shared/vision/camera/frame-motion.ts).",
  OPTIONS,
  async ({ pictures, clips }) => {
    if ((pictures === undefined) === (clips === undefined))
      throw new UsageError('One of --pictures and --clips is needed; --help shows all there is.');
    if (pictures !== undefined) await printScenarios(pictures);
    if (clips !== undefined) await printClips(clips);
  },
);

async function printScenarios(folder: string): Promise<void> {
  const pictures: RgbImage[] = [];
  for (const name of readdirSync(folder).sort())
    if (name.endsWith('.jpg')) pictures.push(await decodeJpeg(readFileSync(path.join(folder, name))));
  console.log(scenarioTable(pictures));
}

async function printClips(folder: string): Promise<void> {
  const located = await selectDetector({ manifest: modelManifest, modelsDirs: modelsDirs(process.env) });
  const detector = await openDetector(located);
  try {
    console.log(`${located.model.id}\n${await clipTable(folder, detector)}`);
  } finally {
    await detector.close();
  }
}
