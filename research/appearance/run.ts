import { runCommand } from '../../bench/run-command.ts';
import { flag, type Options, value } from '../../cli/arguments.ts';
import { UsageError } from '../../cli/failures.ts';
import { text } from '../../cli/values.ts';
import { modelsDirs } from '../../local/models-dirs.ts';
import { openDetector } from '../../shared/inference/detectors/open-detector.ts';
import { modelManifest } from '../../shared/inference/models/manifest.ts';
import { selectDetector } from '../../shared/inference/models/model-store.ts';
import { clipTables } from './clip-tables.ts';
import { sequencesOf } from './clips.ts';
import { readMaterial } from './cutouts.ts';
import { fitAppearance } from './fit.ts';
import { appearanceTable } from './tables.ts';

/** Of the simulated scenes. */
const SEEDS = { fit: [11], judge: [1] };

const OPTIONS = {
  table: flag(
    'On painted scenes, and on painted sequences where VMS_MOT_DIR names some; nothing was fitted to them.',
  ),
  fit: flag('The constants of likeness.ts and link.ts, from other scenes, people and things.'),
  clips: value('FOLDER', 'On real clips: cost, and quality where their objects are gathered.', text),
} satisfies Options;

await runCommand(
  'What objects look like as evidence of links (shared/vision/tracking/likeness.ts), on clips painted with people and\nthings cut from the pictures in VMS_DETECTOR_DIR, and on real ones.',
  OPTIONS,
  async ({ table, fit, clips }) => {
    if (table) {
      const sequences = sequencesOf(SEEDS.judge, process.env.VMS_MOT_DIR);
      console.log(await appearanceTable(sequences, await readMaterial(detectorFolder(), 'judge')));
    } else if (fit) {
      console.log(await fitAppearance(sequencesOf(SEEDS.fit), await readMaterial(detectorFolder(), 'fit')));
    } else if (clips !== undefined) {
      const located = await selectDetector({ manifest: modelManifest, modelsDirs: modelsDirs(process.env) });
      const detector = await openDetector(located);
      try {
        console.log(`${located.model.id}\n\n${await clipTables(clips, detector)}`);
      } finally {
        await detector.close();
      }
    } else {
      throw new UsageError('One of --table, --fit and --clips is needed; --help shows all there is.');
    }
  },
);

function detectorFolder(): string {
  const folder = process.env.VMS_DETECTOR_DIR;
  if (!folder) throw new UsageError('VMS_DETECTOR_DIR must name a folder with golden.json and images/.');
  return folder;
}
