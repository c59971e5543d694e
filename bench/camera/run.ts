import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { modelsDirs } from '../../local/models-dirs.ts';
import { openDetector } from '../../shared/inference/detectors/open-detector.ts';
import { modelManifest } from '../../shared/inference/models/manifest.ts';
import { selectDetector } from '../../shared/inference/models/model-store.ts';
import { decodeJpeg } from '../../shared/media/pictures/jpeg.ts';
import type { RgbImage } from '../../shared/media/pictures/rgb-image.ts';
import { clipTable } from './clips.ts';
import { scenarioTable } from './scenarios.ts';

const USAGE = `The camera's motion as the frames show it (shared/vision/camera/frame-motion.ts).
  --pictures FOLDER   against the truth: views of the JPEG pictures in a folder, moved by known amounts
  --clips FOLDER      on the clips of a folder: still cameras, closure, cost beside that of the detection`;

const { values } = parseArgs({ options: { pictures: { type: 'string' }, clips: { type: 'string' } } });

if (values.pictures) {
  const pictures: RgbImage[] = [];
  for (const name of readdirSync(values.pictures).sort())
    if (name.endsWith('.jpg'))
      pictures.push(await decodeJpeg(readFileSync(path.join(values.pictures, name))));
  console.log(scenarioTable(pictures));
} else if (values.clips) {
  const located = await selectDetector({ manifest: modelManifest, modelsDirs: modelsDirs(process.env) });
  const detector = await openDetector(located);
  try {
    console.log(`${located.model.id}\n${await clipTable(values.clips, detector)}`);
  } finally {
    await detector.close();
  }
} else {
  console.error(USAGE);
  process.exitCode = 2;
}
