import { beforeEach, describe, expect, test } from 'vitest';
import { createClient } from '../../../../../client/client.ts';
import { ApiFailure } from '../../../../../client/failure.ts';
import { documentSource } from '../../../../../console/pages/video/editor/document-source.ts';
import {
  changeLayer,
  type Layers,
  withOverlay,
} from '../../../../../console/pages/video/overlays/layer-edits.ts';
import { LayersConflict, saveLayers } from '../../../../../console/pages/video/overlays/save-layers.ts';
import { getMetadata, patchMetadata } from '../../../../../shared/contract/routes/metadata.ts';
import { startTestService } from '../../../../support/service/test-service.ts';
import { seedVideo } from '../../../../support/videos/seed-video.ts';

const service = await startTestService({ worker: false });
const client = createClient({ apiUrl: service.apiUrl, apiKey: service.apiKey });

const before: Layers = [
  {
    id: 'l',
    name: 'Titles',
    overlays: [
      { id: 'a', name: 'A' },
      { id: 'b', plugin: { type: 'core:text', config: { text: 'B' } } },
    ],
  },
];

let video: string;
beforeEach(async () => {
  video = await seedVideo(service, { parts: { layers: structuredClone(before) } });
});

const document = () => client.exchange(getMetadata, { params: { id: video } });
const layersNow = async () => (await document()).body.layers;
/** What others change meanwhile. */
const others = (name: string) =>
  client.call(patchMetadata, {
    params: { id: video },
    body: { layers: [{ id: 'l', overlays: [{ id: 'a', name }] }] },
  });
const renamed = (name: string): Layers =>
  withOverlay(before, { layer: 'l', overlay: 'a' }, { id: 'a', name });

/** The source, which counts reads. */
function counted() {
  const source = documentSource(client, video);
  const counts = { reads: 0 };
  const read = (version?: number) => {
    counts.reads += 1;
    return source.read(version);
  };
  return { counts, source: { ...source, read } };
}

test('an edit of a version that is known is saved without reading the document', async () => {
  const { source, counts } = counted();
  const first = await saveLayers(
    source,
    { base: before, mine: renamed('Mine') },
    { version: 1, layers: before },
    false,
  );
  expect(first).toMatchObject({ version: 2, document: null });
  const mine = changeLayer(first.layers, 'l', { visible: false });
  expect(await saveLayers(source, { base: first.layers, mine }, first, false)).toMatchObject({ version: 3 });
  expect(counts.reads).toBe(0);
  expect(await layersNow()).toEqual(mine);
});

test('an edit of layers whose version is not known is merged with the newest', async () => {
  await others('Theirs');
  const mine = withOverlay(before, { layer: 'l', overlay: 'b' }, { id: 'b', name: 'Mine' });
  const { layers, document: read } = await saveLayers(counted().source, { base: before, mine }, null, false);
  expect(read?.videoDetails).toBeDefined();
  expect(layers).toEqual([
    {
      id: 'l',
      name: 'Titles',
      overlays: [
        { id: 'a', name: 'Theirs' },
        { id: 'b', name: 'Mine' },
      ],
    },
  ]);
  expect(await layersNow()).toEqual(layers);
});

test('a version that is not the newest any more is reported by the service, and what others changed elsewhere is kept', async () => {
  await others('Theirs');
  const { source, counts } = counted();
  const mine = changeLayer(before, 'l', { name: 'Mine' });
  await saveLayers(source, { base: before, mine }, { version: 1, layers: before }, false);
  expect(counts.reads).toBe(1);
  expect(await layersNow()).toMatchObject([{ name: 'Mine', overlays: [{ name: 'Theirs' }, { id: 'b' }] }]);
});

describe('where others have changed the same', () => {
  test('nothing is saved, and the place is reported', async () => {
    await others('Theirs');
    const saving = saveLayers(counted().source, { base: before, mine: renamed('Mine') }, null, false);
    await expect(saving).rejects.toThrow(LayersConflict);
    await expect(saving).rejects.toMatchObject({
      conflicts: [{ pointer: '/l/overlays/a/name', mine: 'Mine', theirs: 'Theirs' }],
    });
    expect((await document()).etag).toBe(2);
  });

  test('or removed it, mine is saved in spite of it only on demand', async () => {
    await client.call(patchMetadata, {
      params: { id: video },
      body: { layers: [{ id: 'l', overlays: [{ id: 'a', $delete: true }] }] },
    });
    const edit = { base: before, mine: renamed('Mine') };
    await expect(saveLayers(counted().source, edit, null, false)).rejects.toThrow(LayersConflict);
    await saveLayers(counted().source, edit, null, true);
    expect((await layersNow())[0]?.overlays.map(({ id, name }) => [id, name])).toContainEqual(['a', 'Mine']);
  });
});

test('what says the same makes no version', async () => {
  const { version } = await saveLayers(counted().source, { base: before, mine: before }, null, false);
  expect(version).toBe(1);
  expect((await document()).etag).toBe(1);
});

test('another failure is not repeated', async () => {
  const mine = withOverlay(before, { layer: 'l', overlay: 'a' }, { id: 'a', name: 'n'.repeat(300) });
  const { source, counts } = counted();
  const saving = saveLayers(source, { base: before, mine }, { version: 1, layers: before }, false);
  await expect(saving).rejects.toThrow(ApiFailure);
  expect(counts.reads).toBe(0);
});
