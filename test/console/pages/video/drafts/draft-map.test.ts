import { expect, test } from 'vitest';
import {
  draftMapStore,
  withDraft,
  withoutDraft,
} from '../../../../../console/pages/video/drafts/draft-map.ts';
import { UserStorage } from '../../../../../console/session/user-storage.ts';
import { memoryStorage } from '../../../session/memory-storage.ts';

const always = () => true;

const isText = (value: unknown): value is string => typeof value === 'string';

function open() {
  const storage = memoryStorage();
  const kept = new UserStorage(
    storage,
    'here',
    { issuer: 'https://issuer', subject: 'ada', name: 'Ada' },
    always,
  );
  return { storage, store: draftMapStore(kept, 'account', 'texts video', isText) };
}

test('drafts come back as they were, whatever their names are', () => {
  const { store } = open();
  const drafts = new Map([
    ['__proto__', 'a'],
    ['name 1', 'שלום'],
  ]);
  expect(store.write(drafts)).toBe(true);
  expect(store.read()).toEqual(drafts);
});

test('anything but such a draft is skipped, and without drafts nothing is kept', () => {
  const { store, storage } = open();
  store.write(new Map([['a', 'b']]));
  storage.setItem(storage.key(0) ?? '', JSON.stringify({ a: 'b', c: { d: 1 } }));
  expect(store.read()).toEqual(new Map([['a', 'b']]));
  store.write(new Map());
  expect(storage.length).toBe(0);
  expect(store.read()).toEqual(new Map());
});

test('where there is no room the drafts of before do not come back in place of the newer ones', () => {
  const { store, storage } = open();
  store.write(new Map([['a', 'before']]));
  storage.setItem = () => {
    throw new DOMException('full', 'QuotaExceededError');
  };
  expect(store.write(new Map([['a', 'after']]))).toBe(false);
  expect(store.read()).toEqual(new Map());
});

test('drafts are added and taken away without a change of those that were there', () => {
  const one = withDraft(new Map(), 'a', 1);
  const two = withDraft(one, 'b', 2);
  expect([...one.keys()]).toEqual(['a']);
  expect([...withoutDraft(two, 'a').keys()]).toEqual(['b']);
  expect([...two.keys()]).toEqual(['a', 'b']);
});
