import { runCommand } from '../../bench/run-command.ts';
import { flag, type Options, type OptionValues, value } from '../../cli/arguments.ts';
import { UsageError } from '../../cli/failures.ts';
import { integer, number, text } from '../../cli/values.ts';
import { readInput, requireOtherFile, writeOutput } from '../files.ts';
import { calibrationTable } from './calibration-table.ts';
import { estimateTable } from './estimates.ts';
import { hiddenTable } from './hidden-table.ts';
import { formatMot, parseDetections } from './mot-file.ts';
import { sample, toRows, trackDetections } from './sequence.ts';
import { measureSpeed } from './speed.ts';
import { faultTable, leftOutTable, sceneTable, shippedModel, stageTable, trackerTable } from './tables.ts';

const FILES = {
  detections: value(
    'FILE',
    'Detections to track; with --out and --fps. Rows frame,id,x,y,w,h,score[,class[,…]]: frames from 1, pixels, scores 0–1.',
    text,
  ),
  out: value(
    'FILE',
    'Where the tracks go. Rows frame,id,x,y,w,h,score,-1,-1,-1: each track has an id.',
    text,
  ),
  fps: value('F', 'Frames a second of the video.', number(0.01, 1000)),
  stride: value('N', 'Look at frames 1, 1 + N, …; 1 where absent.', integer(1, 1e9)),
} satisfies Options;

const OPTIONS = {
  ...FILES,
  table: flag('Quality on the sequences in VMS_MOT_DIR.'),
  stages: flag('What each step contributes there.'),
  'left-out': flag('Quality on sequences that the link model was not fitted to.'),
  scenes: flag('Quality on simulated scenes.'),
  faults: flag('Quality where detectors confuse classes, see parts, span two.'),
  hidden: flag('What leaving out hidden stretches changes.'),
  calibration: flag('What wrong scores cost on the sequences, as they are and calibrated.'),
  estimates: flag('Objects that a job expects while it runs, against what it finds.'),
  fit: flag('The weights of the link model (shared/vision/tracking/link.ts).'),
  speed: value('PEOPLE', 'Processor time and memory for one hour of a crowd.', integer(1, 10_000)),
} satisfies Options;

await runCommand(
  'Tracks detections in MOTChallenge format, or measures the tracker.',
  OPTIONS,
  async (given) => {
    requireOneTask(given);
    if (given.table) console.log(trackerTable(dataFolder()));
    else if (given.stages) console.log(stageTable(dataFolder()));
    else if (given['left-out']) console.log(leftOutTable(dataFolder()));
    else if (given.scenes) console.log(sceneTable());
    else if (given.faults) console.log(faultTable(dataFolder()));
    else if (given.hidden) console.log(hiddenTable(dataFolder()));
    else if (given.calibration) console.log(calibrationTable(dataFolder()));
    else if (given.estimates) console.log(estimateTable(dataFolder()));
    else if (given.fit) console.log(shippedModel(dataFolder()));
    else if (given.speed !== undefined) console.log(measureSpeed(given.speed));
    else await trackFile(given);
  },
);

/** What is measured takes no other option: it would be ignored. */
function requireOneTask(given: OptionValues<typeof OPTIONS>): void {
  const chosen = Object.entries(given).flatMap(([name, set]) =>
    set === undefined || set === false ? [] : [name],
  );
  const measure = chosen.find((name) => !Object.hasOwn(FILES, name));
  if (measure !== undefined && chosen.length > 1)
    throw new UsageError(`--${measure} goes with no other option.`);
}

async function trackFile({ detections, out, fps, stride = 1 }: OptionValues<typeof OPTIONS>): Promise<void> {
  if (detections === undefined || out === undefined || fps === undefined)
    throw new UsageError('--detections FILE --out FILE --fps F are needed; --help shows all there is.');
  await requireOtherFile(out, '--detections', [detections]);
  const rows = parseDetections(await readInput(detections), detections);
  const tracks = toRows(trackDetections(sample(rows, fps, stride)));
  await writeOutput(out, formatMot(tracks));
  // No mistake, but often a sign of one: the file is empty, or the scores are too low.
  if (rows.length === 0) console.error(`${detections} has no detections.`);
  else if (tracks.length === 0) console.error(`The detections in ${detections} make no track.`);
}

function dataFolder(): string {
  const folder = process.env.VMS_MOT_DIR;
  if (!folder) throw new UsageError('VMS_MOT_DIR must name a folder with detections/ and truth/.');
  return folder;
}
