import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { ExportFormat } from '../../../shared/contract/export-formats.ts';
import { openMediaFiles } from '../../../shared/stores/files/media-files.ts';
import { mediaKeys } from '../../../shared/stores/files/media-keys.ts';
import { shortClip } from '../../support/clips/short-clip.ts';
import { startWorkbench, type Workbench } from '../../support/service/workbench.ts';
import { ingestedVideo } from '../../support/videos/ingested-video.ts';

let bench: Workbench;
let clip: string;
let id: string;

beforeAll(async () => {
  bench = await startWorkbench();
  clip = await shortClip(1);
});

beforeEach(async () => {
  id = await ingestedVideo(bench, clip);
});

const exported = async (format: ExportFormat): Promise<Uint8Array> => {
  const { body } = await bench.api<{ downloadUrl: string }>(
    'GET',
    `/api/videos/${id}/export?format=${format}`,
  );
  return new Uint8Array(await (await fetch(body.downloadUrl)).arrayBuffer());
};

const rename = (value: string) =>
  bench.api('PATCH', `/api/videos/${id}/metadata`, { json: { variables: [{ id: 'name', value }] } });

const keptOf = async (videoId: string): Promise<string[]> => {
  const prefix = mediaKeys.exports(videoId);
  const kept: string[] = [];
  for await (const { key } of openMediaFiles(bench.environment).list(prefix))
    kept.push(key.slice(prefix.length));
  return kept;
};

test('of each format only the export of the newest version is kept, and exports of other videos stay', async () => {
  const other = id;
  await exported('json');
  id = await ingestedVideo(bench, clip);
  for (const name of ['a', 'b', 'c']) {
    await exported('native');
    await exported('json');
    await rename(name);
  }
  expect(await keptOf(id)).toEqual(['3-1.0.json', '3-1.0.mp4']);
  expect(new TextDecoder().decode(await exported('json'))).toContain('"value":"c"');
  expect(await keptOf(id)).toEqual(['3-1.0.mp4', '4-1.0.json']);
  expect(await keptOf(other)).toEqual(['1-1.0.json']);
});
