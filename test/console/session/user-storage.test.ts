import { expect, test } from 'vitest';
import { isOf, nameOf, UserStorage } from '../../../console/session/user-storage.ts';
import { memoryStorage } from './memory-storage.ts';

const always = () => true;

const anna = { issuer: 'https://issuer.test', subject: 'anna', name: null };

test('a text is kept for installation, issuer, subject and account together', () => {
  const storage = memoryStorage();
  const kept = new UserStorage(storage, 'i1', anna, always);
  kept.write('account 1', 'draft', 'text');
  expect(kept.read('account 1', 'draft')).toBe('text');
  expect(kept.read('account 2', 'draft')).toBeNull();
  for (const [installation, identity] of [
    ['i2', anna],
    ['i1', { ...anna, issuer: 'https://other.test' }],
    ['i1', { ...anna, subject: 'bert' }],
  ] as const) {
    expect(new UserStorage(storage, installation, identity, always).read('account 1', 'draft')).toBeNull();
  }
});

test('names cannot be made to meet by moving a separator', () => {
  const storage = memoryStorage();
  new UserStorage(storage, 'i1', { ...anna, subject: 'anna"]:["x' }, always).write('a', 'n', 'text');
  expect(new UserStorage(storage, 'i1', anna, always).read('x', 'a')).toBeNull();
  new UserStorage(storage, 'i1', anna, always).clear();
  expect(storage.length).toBe(1);
});

test('signing out removes all of the person, of every account, and nothing else', () => {
  const storage = memoryStorage();
  storage.setItem('vms-theme', 'dark');
  const kept = new UserStorage(storage, 'i1', anna, always);
  const others = new UserStorage(storage, 'i1', { ...anna, subject: 'bert' }, always);
  for (const name of ['a', 'b', 'c']) kept.write(`account ${name}`, 'uploads', '[]');
  others.write('account a', 'uploads', '[]');
  kept.clear();
  expect(Array.from({ length: storage.length }, (_, i) => storage.key(i))).toHaveLength(2);
  expect(others.read('account a', 'uploads')).toBe('[]');
  expect(storage.getItem('vms-theme')).toBe('dark');
});

test('nothing is written any more for whoever has signed out', () => {
  const storage = memoryStorage();
  let isSignedIn = true;
  const kept = new UserStorage(storage, 'i1', anna, () => isSignedIn);
  kept.write('a', 'draft', 'typed');
  isSignedIn = false;
  kept.clear();
  kept.write('a', 'draft', 'typed again');
  expect(storage.length).toBe(0);
});

test('everything kept of a deleted video is removed, of every account, and nothing of it is written any more', () => {
  const storage = memoryStorage();
  const deleted = new Set<string>();
  const kept = new UserStorage(
    storage,
    'i1',
    anna,
    (name) => ![...deleted].some((video) => isOf(name, video)),
  );
  for (const video of ['v1', 'v2', 'other-v1']) {
    for (const kind of ['draft', 'object texts']) kept.write('a', nameOf(kind, video), 'typed');
  }
  kept.write('b', nameOf('draft', 'v1'), 'typed');
  kept.write('a', 'uploads', '[]');
  deleted.add('v1');
  kept.removeOf('v1');
  kept.write('a', nameOf('overlays', 'v1'), 'typed again');
  expect(storage.length).toBe(5);
  expect(kept.read('a', nameOf('draft', 'v1'))).toBeNull();
  expect(kept.read('b', nameOf('draft', 'v1'))).toBeNull();
  expect(kept.read('a', nameOf('draft', 'v2'))).toBe('typed');
  expect(kept.read('a', nameOf('object texts', 'other-v1'))).toBe('typed');
});

test('it is empty where nothing of the person is kept, whatever is kept of others', () => {
  const storage = memoryStorage();
  const kept = new UserStorage(storage, 'i1', anna, always);
  storage.setItem('vms-theme', 'dark');
  new UserStorage(storage, 'i1', { ...anna, subject: 'bert' }, always).write('a', 'draft', 'text');
  expect(kept.isEmpty).toBe(true);
  kept.write('a', 'draft', 'text');
  expect(kept.isEmpty).toBe(false);
  kept.remove('a', 'draft');
  expect(kept.isEmpty).toBe(true);
});
