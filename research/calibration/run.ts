import { runCommand } from '../../bench/run-command.ts';
import { type Options, value } from '../../cli/arguments.ts';
import { CommandFailure, UsageError } from '../../cli/failures.ts';
import { printable } from '../../cli/printable.ts';
import { text } from '../../cli/values.ts';
import { modelsDirs } from '../../local/models-dirs.ts';
import { openDetector } from '../../shared/inference/detectors/open-detector.ts';
import { findAddedModels, manifestOf } from '../../shared/inference/models/extended-manifest.ts';
import { modelById } from '../../shared/inference/models/manifest.ts';
import { type LocatedModel, locateModel } from '../../shared/inference/models/model-store.ts';
import { readInput } from '../files.ts';
import { inNamesOf } from './coco-names.ts';
import { detectPicture } from './detect-pictures.ts';
import { type JudgedDetection, judge } from './judge.ts';
import { type LabelledSet, readLabelledSet } from './labelled-images.ts';
import { type JudgedPictures, measure } from './measurement.ts';
import { calibrationReport } from './report.ts';

/** Far below what the service asks for (0.1): where scores are too low, so are those of good detections. */
const LEAST_SCORE = 0.01;

const OPTIONS = {
  images: value('FOLDER', 'JPEG pictures.', text),
  annotations: value('FILE', "What is in them, in COCO's format for object detection.", text),
  model: value('ID', 'The detector; the default of the service where absent.', text),
} satisfies Options;

await runCommand(
  'Measures on labelled pictures how far the scores of a detector are the share of its right answers.',
  OPTIONS,
  async ({ images, annotations, model }) => {
    if (images === undefined || annotations === undefined)
      throw new UsageError('--images FOLDER --annotations FILE are needed; --help shows all there is.');
    const set = readLabelledSet(await readInput(annotations), annotations);
    const located = await locate(model);
    const judged = await judgeAll(located, images, set);
    console.log(calibrationReport(titleOf(located, judged), judged, measure(judged)));
  },
);

/** The model with the scores of its network: a calibration that it has already is what is to be measured again. */
async function locate(id: string | undefined): Promise<LocatedModel> {
  const dirs = modelsDirs(process.env);
  const manifest = manifestOf(await findAddedModels(dirs));
  const model = modelById(manifest, id ?? manifest.default);
  if (model.layout === 'moving-object')
    throw new UsageError(`${model.id} looks for movement: there is none in single pictures.`);
  const located = await locateModel({ ...model, calibration: undefined }, { modelsDirs: dirs });
  if (located === null)
    throw new CommandFailure('MODEL_MISSING', `${model.file} is in none of ${dirs.join(', ')}.`);
  return located;
}

/** Labels that the model does not know, and those that nobody looked for in the pictures, are left out. */
async function judgeAll(located: LocatedModel, folder: string, set: LabelledSet): Promise<JudgedPictures> {
  const known = new Set(located.model.labels);
  const { images, labels } = inNamesOf(known, set);
  const left = [...labels].filter((label) => !known.has(label));
  if (left.length > 0)
    console.error(`Left out, as ${located.model.id} does not know them: ${printable(left.join(', '))}`);
  const isCounted = ({ label }: { readonly label: string }): boolean => known.has(label) && labels.has(label);
  const objects = new Map<string, number>();
  const pictures: JudgedDetection[][] = [];
  const detector = await openDetector(located);
  try {
    for (const { file, boxes } of images) {
      const found = await detectPicture(detector, folder, file, LEAST_SCORE);
      const counted = boxes.filter(isCounted);
      pictures.push(judge(found.filter(isCounted), counted));
      for (const { label, crowd } of counted) if (!crowd) objects.set(label, (objects.get(label) ?? 0) + 1);
    }
  } finally {
    await detector.close();
  }
  return { pictures, objects };
}

function titleOf({ model }: LocatedModel, { pictures, objects }: JudgedPictures): string {
  const total = [...objects.values()].reduce((sum, count) => sum + count, 0);
  const detections = pictures.flat().length;
  return `${model.id}: ${pictures.length} pictures, ${total} objects of ${objects.size} labels, ${detections} detections from a score of ${LEAST_SCORE}`;
}
