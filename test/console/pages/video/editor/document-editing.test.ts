import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { createClient } from '../../../../../client/client.ts';
import { ConnectionFailure } from '../../../../../client/failure.ts';
import { DocumentEditing } from '../../../../../console/pages/video/editor/document-editing.ts';
import {
  type DocumentSource,
  documentSource,
} from '../../../../../console/pages/video/editor/document-source.ts';
import { DocumentDesk } from '../../../../../console/pages/video/editor/documents/document-desk.ts';
import { indented } from '../../../../../console/pages/video/editor/documents/sections.ts';
import { answerCalls, callsTo } from '../../../../../console/pages/video/editor/documents/worker-calls.ts';
import { draftStore } from '../../../../../console/pages/video/editor/draft.ts';
import type { JsonObject } from '../../../../../shared/domain/json/json.ts';
import { apiOf } from '../../../../support/service/api.ts';
import { startTestService } from '../../../../support/service/test-service.ts';
import { seedVideo, trackedCars } from '../../../../support/videos/seed-video.ts';

const service = await startTestService({ worker: false });
const api = apiOf(service);
const client = createClient({ apiUrl: service.apiUrl, apiKey: service.apiKey });

let video: string;
let storage: BrowserStorage;

beforeEach(async () => {
  video = await seedVideo(service, {
    parts: {
      ...trackedCars(['a', 'b']),
      layers: [{ id: 'l', name: 'Titles', overlays: [] }],
      variables: [{ id: 'v', value: 1 }],
    },
  });
  storage = new BrowserStorage();
});

/** What a browser keeps, which may be full. */
class BrowserStorage {
  readonly texts = new Map<string, string>();
  full = false;
  read(account: string, name: string): string | null {
    return this.texts.get(`${account} ${name}`) ?? null;
  }
  write(account: string, name: string, text: string): void {
    if (this.full) throw new DOMException('full', 'QuotaExceededError');
    this.texts.set(`${account} ${name}`, text);
  }
  remove(account: string, name: string): void {
    this.texts.delete(`${account} ${name}`);
  }
}

const drafts = () => draftStore(storage, 'account', video);

/** A window in which the document is edited; its worker is an object behind a channel. */
async function openWindow(source: DocumentSource = documentSource(client, video)) {
  const { port1, port2 } = new MessageChannel();
  onTestFinished(() => port1.close());
  answerCalls(port1, new DocumentDesk());
  const saved: number[] = [];
  const editing = new DocumentEditing({
    source,
    desk: callsTo<DocumentDesk>(port2),
    drafts: drafts(),
    onSaved: (version) => saved.push(version),
  });
  await editing.load();
  const edit = (change: (document: ReturnType<typeof shape>) => void) => {
    const document = shape(JSON.parse(editing.textOf('document') || editing.state.text));
    change(document);
    editing.edit('document', indented(document));
  };
  return { editing, edit, saved };
}

/** A document, as tests change it. */
const shape = (document: JsonObject) =>
  document as {
    objects: Record<string, { userLabel: string | null; customData: JsonObject }>;
    layers: { id: string; name?: string; overlays: JsonObject[] }[];
    variables: { id: string; value?: unknown }[];
    [name: string]: unknown;
  };

const current = async () => {
  const { body } = await api<JsonObject>('GET', `/api/videos/${video}/metadata`);
  return shape(body);
};

const patch = (json: unknown) => api('PATCH', `/api/videos/${video}/metadata`, { json });

test('what was edited is the next version, and what a patch by id could not say is in it', async () => {
  const { editing, edit, saved } = await openWindow();
  expect(editing.state).toMatchObject({ phase: 'editing', version: 1 });
  edit((document) => {
    Object.assign(document.objects.a ?? {}, { userLabel: 'Ann', customData: { none: null } });
    delete document.objects.b;
    document.layers = [{ id: 'new', overlays: [] }, ...document.layers];
    document.note = 'kept';
  });
  await editing.save();
  expect(editing.state).toMatchObject({ phase: 'editing', version: 2, notice: 'Saved as version 2.' });
  expect(editing.state.edited.size).toBe(0);
  expect(saved).toEqual([2]);
  const document = await current();
  expect(document.objects).toMatchObject({ a: { userLabel: 'Ann', customData: { none: null } } });
  expect(Object.keys(document.objects)).toEqual(['a']);
  expect(document.layers.map(({ id }) => id)).toEqual(['new', 'l']);
  expect(document.note).toBe('kept');
});

test('a text that says the same is not sent', async () => {
  const { editing, edit, saved } = await openWindow();
  edit(() => {});
  await editing.save();
  expect(editing.state).toMatchObject({ phase: 'editing', version: 1 });
  expect(saved).toEqual([]);
});

test('what others changed elsewhere meanwhile is merged without a question', async () => {
  const { editing, edit } = await openWindow();
  await patch({ variables: [{ id: 'v', value: 2 }], objects: { b: { userLabel: 'Bob' } } });
  edit((document) => Object.assign(document.objects.a ?? {}, { userLabel: 'Ann' }));
  await editing.save();
  expect(editing.state).toMatchObject({ phase: 'editing', version: 3 });
  expect(editing.state.notice).toMatch(/merged/);
  const { objects, variables } = await current();
  expect([objects.a?.userLabel, objects.b?.userLabel, variables[0]?.value]).toEqual(['Ann', 'Bob', 2]);
});

describe('a conflict', () => {
  const POINTERS = ['/layers/l/name', '/variables/v/value'];

  async function inConflict() {
    const opened = await openWindow();
    await patch({ layers: [{ id: 'l', name: 'Theirs' }], variables: [{ id: 'v', value: 2 }], theirs: 1 });
    opened.edit((document) => {
      Object.assign(document.layers[0] ?? {}, { name: 'Mine' });
      document.variables = [{ id: 'v', value: 3 }];
      document.mine = 1;
    });
    await opened.editing.save();
    return opened;
  }

  test('shows each place with its three values, by the names of entries', async () => {
    const { editing } = await inConflict();
    expect(editing.state).toMatchObject({ phase: 'conflict', version: 1, theirVersion: 2 });
    expect(editing.state.conflicts.map(({ pointer }) => pointer)).toEqual(POINTERS);
    const [name] = editing.state.conflicts;
    expect(name).toMatchObject({ base: '"Titles"', mine: '"Mine"', theirs: '"Theirs"' });
    expect(name?.place.map(({ text }) => text)).toEqual(['layers', 'Theirs', 'name']);
  });

  test('is saved as decided, with everything else of both sides', async () => {
    const { editing } = await inConflict();
    await editing.resolve({
      '/layers/l/name': { take: 'mine' },
      '/variables/v/value': { edited: '{"n": 5}' },
    });
    expect(editing.state).toMatchObject({ phase: 'editing', version: 3 });
    expect(await current()).toMatchObject({
      layers: [{ name: 'Mine' }],
      variables: [{ value: { n: 5 } }],
      mine: 1,
      theirs: 1,
    });
  });

  test('may come again while it is being resolved', async () => {
    const { editing } = await inConflict();
    await patch({ layers: [{ id: 'l', name: 'Again' }], third: 1 });
    await editing.resolve({ '/layers/l/name': { take: 'mine' }, '/variables/v/value': { take: 'mine' } });
    expect(editing.state).toMatchObject({ phase: 'conflict', theirVersion: 3 });
    expect(editing.state.conflicts).toMatchObject([
      { pointer: '/layers/l/name', base: '"Theirs"', mine: '"Mine"', theirs: '"Again"' },
    ]);
    await editing.resolve({ '/layers/l/name': { take: 'theirs' } });
    expect(editing.state).toMatchObject({ phase: 'editing', version: 4 });
    const expected = { layers: [{ name: 'Again' }], variables: [{ value: 3 }], mine: 1, theirs: 1, third: 1 };
    expect(await current()).toMatchObject(expected);
  });

  test('leads back to the text as it was typed', async () => {
    const { editing } = await inConflict();
    const typed = editing.textOf('document');
    await editing.backToText();
    expect(editing.state).toMatchObject({ phase: 'editing', version: 1, text: typed });
    await editing.save();
    expect(editing.state.conflicts.map(({ pointer }) => pointer)).toEqual(POINTERS);
  });

  test('keeps the conflict when a value that was typed is not JSON', async () => {
    const { editing } = await inConflict();
    await editing.resolve({ '/layers/l/name': { edited: '"open' } });
    expect(editing.state).toMatchObject({ phase: 'conflict', failure: { name: 'UnreadableText' } });
  });
});

describe('a draft', () => {
  const typeLabel = async () => {
    const opened = await openWindow();
    opened.edit((document) => Object.assign(document.objects.a ?? {}, { userLabel: 'Ann' }));
    return opened;
  };

  test('comes back with the version that it was made of, and is merged with a newer one', async () => {
    await typeLabel();
    await patch({ note: 'new' });
    const { editing } = await openWindow();
    expect(editing.state).toMatchObject({ phase: 'editing', version: 1 });
    expect(editing.state.text).toContain('Ann');
    expect(editing.state.edited).toEqual(new Set(['document']));
    await editing.save();
    const { objects, note } = await current();
    expect([objects.a?.userLabel, note]).toEqual(['Ann', 'new']);
  });

  test('goes when it is saved or discarded', async () => {
    const { editing } = await typeLabel();
    expect(drafts().read()).not.toBeNull();
    await editing.discard();
    expect(drafts().read()).toBeNull();
    expect(editing.state.text).not.toContain('Ann');
    const { editing: again } = await typeLabel();
    await again.save();
    expect(drafts().read()).toBeNull();
  });

  test('is there when its view goes, whatever another window removed; what was saved or discarded is not', async () => {
    const { editing } = await typeLabel();
    drafts().remove();
    editing.keep();
    expect(drafts().read()?.texts.document).toContain('Ann');
    const discarded = editing.discard();
    editing.keep();
    await discarded;
    editing.keep();
    expect(drafts().read()).toBeNull();
    const { editing: again } = await typeLabel();
    await again.save();
    again.keep();
    expect(drafts().read()).toBeNull();
  });

  test('of another account is not seen', async () => {
    await typeLabel();
    expect(draftStore(storage, 'other', video).read()).toBeNull();
  });

  test('for which there is no room is reported, and none that is older comes back', async () => {
    const { editing, edit } = await typeLabel();
    storage.full = true;
    edit((document) => Object.assign(document.objects.a ?? {}, { userLabel: 'Later' }));
    expect(editing.state.draftLost).toBe(true);
    expect(drafts().read()).toBeNull();
    await editing.save();
    expect((await current()).objects.a?.userLabel).toBe('Later');
  });
});

describe('no text is lost when saving fails:', () => {
  test('the service cannot be reached', async () => {
    const source = documentSource(client, video);
    let offline = false;
    const { editing, edit } = await openWindow({
      ...source,
      patch: (...args) =>
        offline ? Promise.reject(new ConnectionFailure('offline')) : source.patch(...args),
    });
    edit((document) => Object.assign(document, { note: 'typed' }));
    offline = true;
    await editing.save();
    expect(editing.state).toMatchObject({ phase: 'editing', failure: { name: 'ConnectionFailure' } });
    expect(editing.textOf('document')).toContain('typed');
    offline = false;
    await editing.save();
    expect((await current()).note).toBe('typed');
  });

  test.each<[string, string, object]>([
    ['the text is not JSON', '{"a": ', { name: 'UnreadableText' }],
    ['the service refuses it', '{}', { code: 'READ_ONLY_FIELD' }],
  ])('%s', async (_, text, failure) => {
    const { editing } = await openWindow();
    editing.edit('document', text);
    await editing.save();
    expect(editing.state).toMatchObject({ phase: 'editing', failure });
    expect(editing.textOf('document')).toBe(text);
    expect(drafts().read()?.texts.document).toBe(text);
  });

  test('the video was deleted', async () => {
    const { editing, edit } = await openWindow();
    edit((document) => Object.assign(document, { note: 'typed' }));
    await api('DELETE', `/api/videos/${video}`);
    await editing.save();
    expect(editing.state).toMatchObject({ phase: 'editing', failure: { code: 'VIDEO_NOT_FOUND' } });
    expect(editing.textOf('document')).toContain('typed');
  });
});

test('a document that cannot be loaded is loaded by another attempt', async () => {
  const source = documentSource(client, video);
  let attempts = 0;
  const { editing } = await openWindow({
    ...source,
    read: (version) =>
      attempts++ === 0 ? Promise.reject(new ConnectionFailure('gone')) : source.read(version),
  });
  expect(editing.state).toMatchObject({ phase: 'failed', failure: { name: 'ConnectionFailure' } });
  await editing.load();
  expect(editing.state).toMatchObject({ phase: 'editing', version: 1, failure: null });
});
