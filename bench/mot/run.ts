import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { trackObjects } from '../../shared/vision/tracking/track-objects.ts';
import { estimateTable } from './estimates.ts';
import { formatMot, parseMot } from './mot-file.ts';
import { sample, toRows } from './sequence.ts';
import { measureSpeed } from './speed.ts';
import { faultTable, leftOutTable, sceneTable, shippedModel, stageTable, trackerTable } from './tables.ts';

const USAGE = `Tracks detections in MOTChallenge format.
  --detections FILE --out FILE --fps F [--stride N]   tracks of frames 1, 1 + N, … (N = 1)
  --table | --stages | --left-out                     quality on the sequences in VMS_MOT_DIR
  --scenes                                            quality on simulated scenes
  --faults                                            quality where detectors confuse classes, see parts, span two
  --estimates                                         objects that a job expects while it runs, against what it finds
  --fit                                               the weights of the link model (shared/vision/tracking/link.ts)
  --speed PEOPLE                                      processor time and memory for one hour of a crowd`;

const { values } = parseArgs({
  options: {
    detections: { type: 'string' },
    out: { type: 'string' },
    fps: { type: 'string' },
    stride: { type: 'string', default: '1' },
    table: { type: 'boolean' },
    stages: { type: 'boolean' },
    'left-out': { type: 'boolean' },
    scenes: { type: 'boolean' },
    faults: { type: 'boolean' },
    estimates: { type: 'boolean' },
    fit: { type: 'boolean' },
    speed: { type: 'string' },
  },
});

if (values.table) console.log(trackerTable(dataFolder()));
else if (values.stages) console.log(stageTable(dataFolder()));
else if (values['left-out']) console.log(leftOutTable(dataFolder()));
else if (values.scenes) console.log(sceneTable());
else if (values.faults) console.log(faultTable(dataFolder()));
else if (values.estimates) console.log(estimateTable(dataFolder()));
else if (values.fit) console.log(shippedModel(dataFolder()));
else if (values.speed) console.log(measureSpeed(positive('speed', values.speed)));
else if (values.detections && values.out && values.fps) {
  const fps = positive('fps', values.fps);
  const stride = positive('stride', values.stride);
  if (!Number.isInteger(stride)) throw new RangeError('--stride must be a whole number.');
  const rows = parseMot(readFileSync(values.detections, 'utf8'));
  writeFileSync(values.out, formatMot(toRows(trackObjects(sample(rows, fps, stride)))));
} else {
  console.error(USAGE);
  process.exitCode = 2;
}

function dataFolder(): string {
  const folder = process.env.VMS_MOT_DIR;
  if (!folder) throw new Error('VMS_MOT_DIR must name a folder with detections/ and truth/.');
  return folder;
}

function positive(name: string, text: string): number {
  const value = Number(text);
  if (!(value > 0 && Number.isFinite(value))) throw new RangeError(`--${name} must be a number above 0.`);
  return value;
}
