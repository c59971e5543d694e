import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { modelManifest } from '../../shared/inference/models/manifest.ts';
import { synthesizeClip } from '../../synthetic/synthesize-clip.ts';
import { value } from '../arguments.ts';
import { type Context, defineCommand } from '../command.ts';
import { type TourResult, tour } from '../demo/tour.ts';
import { counted, shownPath } from '../format.ts';
import { requireFolderOf } from '../output-path.ts';
import { type ApiAccess, withApi } from '../service.ts';
import { standInNotice } from '../stand-in-notice.ts';
import { fields } from '../table.ts';
import { text } from '../values.ts';

const OWN_CLIP =
  'The moving-object detector is used: no trained model knows these shapes. Try "npm run demo -- VIDEO".';
const FALLBACK = 'The moving-object detector is used: the service has no trained model.';
const MOVING = `"VMS_DETECTOR=${modelManifest.fallback}" before the command finds whatever moves, without names.`;

export const demo = defineCommand({
  operands: { required: [], more: { name: 'FILE', max: 1 } },
  description:
    'Uploads a clip, detects and tracks its objects, edits the metadata, exports, checks the export and draws a\n' +
    'contact sheet. Without a file it generates a short clip. With --json the last line is one JSON object.',
  options: { out: value('DIR', 'Output folder, created if it does not exist (default: out)', text) },
  async run(context, { more: [given], options: { out = 'out' } }) {
    const { terminal, json } = context;
    const outDir = path.resolve(out);
    await requireFolderOf(outDir);
    await mkdir(outDir, { recursive: true });
    const say = (line: string): void => (json ? terminal.note(line) : terminal.print(line));
    const clip = given ?? (await makeClip(outDir, say));
    const own = given === undefined;
    return withApi(
      context,
      async (access) => {
        const { client, model } = access;
        const result = await tour(context, client, {
          clip,
          outDir,
          say,
          modelNotice: (fallback) =>
            own || model === null ? (fallback ? (own ? OWN_CLIP : FALLBACK) : '') : standInNotice(model),
        });
        return {
          json: result,
          text: `${summary(result)}${nothingFound(result)}${nextStep(access, context)}`,
        };
      },
      // No trained model knows textured shapes by name.
      own ? { detector: modelManifest.fallback } : {},
    );
  },
});

async function makeClip(outDir: string, say: (line: string) => void): Promise<string> {
  const clip = path.join(outDir, 'demo.mp4');
  const { frameCount, objects } = await synthesizeClip(clip);
  say(`Made a clip: ${counted(frameCount, 'frame')} with ${counted(objects.length, 'moving object')}`);
  return clip;
}

const summary = ({
  videoId,
  objects,
  model,
  version,
  exportFile,
  documentFile,
  contactSheet,
}: TourResult): string => `
${fields([
  ['Video', videoId],
  ['Objects', `${objects}, found with ${model}`],
  ['Version', String(version)],
  ['Export', shownPath(exportFile)],
  ['Metadata', shownPath(documentFile)],
  ['Picture', shownPath(contactSheet)],
])}`;

/** What to do where the model knows nothing that is in the video. */
const nothingFound = ({ objects, model }: TourResult): string =>
  objects > 0 || model === modelManifest.fallback
    ? ''
    : `\n\nNothing in the video is of the kinds that ${model} knows. ${MOVING}`;

/** Where the video is to be seen; a service that is known by its address alone may have its console anywhere. */
function nextStep({ lasting, consoleUrl }: ApiAccess, { dataOption }: Pick<Context, 'dataOption'>): string {
  if (consoleUrl !== null) return `\n\nNext: open ${consoleUrl} to see it in the console.`;
  if (lasting) return '';
  return `\n\nNext: "npm start${dataOption && ` --${dataOption}`}" shows it in the console.`;
}
