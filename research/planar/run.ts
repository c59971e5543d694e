import { runCommand } from '../../bench/run-command.ts';
import { flag, type Options, type OptionValues, value } from '../../cli/arguments.ts';
import { UsageError } from '../../cli/failures.ts';
import { integer, oneOf, text } from '../../cli/values.ts';
import { INGREDIENTS } from '../../shared/vision/planar/ingredients.ts';
import { requireOtherFile, writeOutput } from '../files.ts';
import { ofVideoFile } from '../media-failure.ts';
import { parseCorners, requireMarkable } from './corners.ts';
import { fittedWeights } from './fit-confidence.ts';
import { givenTable } from './given.ts';
import { openLuma } from './luma-source.ts';
import { planarTracker } from './measure.ts';
import { openCvBaseline } from './opencv-baseline.ts';
import { pictureTextures } from './pictures.ts';
import { type Baseline, judging, kindTables } from './table.ts';
import { trackSource } from './track-source.ts';

const OPTIONS = {
  video: value('FILE', 'A video, or numbered JPEG pictures: dir/%08d.jpg; with --corners and --out.', text),
  frame: value('N', 'The frame that the corners are of, counted from 0; 0 where absent.', integer(0, 1e9)),
  corners: value(
    'X1,Y1,…,X4,Y4',
    'Corners in order around the surface, in pixels of the displayed frame; (0, 0) is the centre of the first one.',
    parseCorners,
  ),
  table: flag(
    'The tracker on generated scenes, those for judging; photographs of VMS_DETECTOR_DIR as textures.',
  ),
  seeds: value('N', 'Of --table: how many sequences of each kind; 5 where absent.', integer(1, 1000)),
  given: flag(
    'The tracker on the sequences in VMS_PLANAR_DIR. As with --table, beside OpenCV where VMS_OPENCV_PYTHON names a Python.',
  ),
  without: value(
    'INGREDIENT',
    'With --table or --given: beside the tracker without borders, completion, features or blur.',
    oneOf(INGREDIENTS),
  ),
  fit: flag(
    'The weights of the confidence (shared/vision/planar/confidence/confidence.ts), from scenes for development.',
  ),
  out: value('FILE', 'Where rows frame,x1,y1,…,x4,y4,confidence go; corners are empty where lost.', text),
} satisfies Options;

type Given = OptionValues<typeof OPTIONS>;

await runCommand(
  'Tracks a planar surface, or measures the tracker (docs/surfaces.md).',
  OPTIONS,
  async (given) => {
    requireTogether(given);
    if (given.table) await printTable(given.seeds ?? 5, baseline(given));
    else if (given.fit)
      console.log(await fittedWeights(await pictureTextures(process.env.VMS_DETECTOR_DIR, 'development')));
    else if (given.given) await printGiven(baseline(given));
    else await trackVideo(given);
  },
);

/** @throws UsageError where an option would be ignored */
function requireTogether({ video, frame, corners, out, table, given, fit, seeds, without }: Given): void {
  if ([table, given, fit, video].filter(Boolean).length > 1)
    throw new UsageError('--video, --table, --given and --fit are four different things to do.');
  if (!table && seeds !== undefined) throw new UsageError('--seeds is for --table.');
  if (!table && !given && without !== undefined)
    throw new UsageError('--without is for --table and --given.');
  const ofVideo = [frame, corners, out].some((option) => option !== undefined);
  if (ofVideo && (table || given || fit))
    throw new UsageError('--frame, --corners and --out are for --video.');
}

/** The tracker without an ingredient, or OpenCV where a Python is named that has it. */
function baseline({ without }: Given): Baseline | undefined {
  if (without) return { name: `without ${without}`, start: planarTracker([without]) };
  const python = process.env.VMS_OPENCV_PYTHON;
  return python ? { name: 'OpenCV', start: openCvBaseline(python) } : undefined;
}

async function printTable(seeds: number, beside: Baseline | undefined): Promise<void> {
  const pictures = await pictureTextures(process.env.VMS_DETECTOR_DIR, 'judging');
  for await (const row of kindTables(judging(seeds), pictures, beside)) console.log(row);
}

async function printGiven(beside: Baseline | undefined): Promise<void> {
  const folder = process.env.VMS_PLANAR_DIR;
  if (!folder) throw new UsageError('VMS_PLANAR_DIR must name a folder with synthetic/ and V25_2/.');
  for await (const row of givenTable(folder, beside)) console.log(row);
}

async function trackVideo({ video, frame = 0, corners, out }: Given): Promise<void> {
  if (video === undefined || corners === undefined || out === undefined) {
    const missing = Object.entries({ '--video FILE': video, '--corners …': corners, '--out FILE': out })
      .filter(([, given]) => given === undefined)
      .map(([option]) => option);
    throw new UsageError(`${missing.join(', ')} must be given; --help shows all there is.`);
  }
  await using source = await openLuma(video).catch((error: unknown) => {
    throw error instanceof RangeError ? new UsageError(`--video: ${error.message}`) : error;
  });
  requireMarkable(frame, corners, source);
  if (source.gap) console.error(`${source.gap} is missing; frames count the pictures that are there.`);
  await requireOtherFile(out, '--video', source.files);
  const poses = await ofVideoFile(video, trackSource(source, frame, corners)).catch((error: unknown) => {
    throw error instanceof RangeError ? new UsageError(`--corners and --video: ${error.message}.`) : error;
  });
  const rows = poses.map((pose, index) => {
    const places = pose?.corners ? pose.corners.map((place) => place.toFixed(3)) : Array(8).fill('');
    return [index, ...places, (pose?.confidence ?? 0).toFixed(4)].join();
  });
  await writeOutput(out, `frame,x1,y1,x2,y2,x3,y3,x4,y4,confidence\n${rows.join('\n')}\n`);
}
