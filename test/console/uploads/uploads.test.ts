import { describe, expect, test } from 'vitest';
import { ApiFailure, ConnectionFailure } from '../../../client/failure.ts';
import { KeptUploads } from '../../../console/uploads/kept-uploads.ts';
import { type UploadActions, Uploads } from '../../../console/uploads/uploads.ts';

const fileOf = (name: string, content: string): File => new File([content], name);

/** Lets what can go on without an answer from outside go on. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

const quotaExceeded = (quota: string) =>
  new ApiFailure(
    { error: { code: 'QUOTA_EXCEEDED', message: 'Too many.', details: { quota } } },
    { status: 403, headers: new Headers() },
  );

/** Uploads whose checksum is the content of the file; files are sent when `arrive` is called with their name. */
function open() {
  const sending = new Map<string, PromiseWithResolvers<void>>();
  const log: string[] = [];
  const waits: (() => void)[] = [];
  const network = new EventTarget();
  const control = {
    refusals: [] as unknown[],
    lockedElsewhere: false,
    /** Files of slow disks can be read when it is resolved. */
    slow: Promise.resolve(),
    /** Announcements are answered when it is resolved. */
    answer: Promise.resolve(),
    removal: undefined as unknown,
    isOnline: true,
  };
  const actions: UploadActions = {
    refusal: async ({ name }) => {
      if (name.includes('slow')) await control.slow;
      return name.endsWith('.mkv') ? 'The file is a Matroska file.' : null;
    },
    checksum: async (file) => {
      log.push(`read ${file.name}`);
      return file.text();
    },
    announce: async (file) => {
      const refusal = control.refusals.shift();
      if (refusal !== undefined) throw refusal;
      log.push(`announce ${file.name}`);
      await control.answer;
      return `id of ${file.name}`;
    },
    send: async ({ file }, _, signal) => {
      log.push(`send ${file.name}`);
      const sent = Promise.withResolvers<void>();
      sending.set(file.name, sent);
      signal.addEventListener('abort', () => sent.reject(signal.reason));
      await sent.promise;
    },
    remove: async (id) => {
      if (control.removal !== undefined) throw control.removal;
      log.push(`remove ${id}`);
    },
    alone: async (_, work) => {
      if (!control.lockedElsewhere) await work();
      return !control.lockedElsewhere;
    },
    changed: () => {},
    wait: () => new Promise<void>((resolve) => waits.push(resolve)),
    network: {
      watch(lost) {
        network.addEventListener('offline', lost);
        if (!control.isOnline) lost();
        return () => network.removeEventListener('offline', lost);
      },
      back: (signal) =>
        new Promise((resolve) => {
          if (control.isOnline) resolve();
          network.addEventListener('online', () => resolve());
          signal.addEventListener('abort', () => resolve());
        }),
    },
  };
  const uploads = new Uploads(actions);
  const texts = new Map<string, string>();
  const kept = new KeptUploads(
    {
      read: (account, name) => texts.get(account + name) ?? null,
      write: (account, name, text) => void texts.set(account + name, text),
      remove: (account, name) => void texts.delete(account + name),
    },
    'account',
  );
  const phases = () => uploads.list.map(({ name, phase }) => `${name} ${phase}`);
  const keyOf = (name: string) => uploads.list.find((upload) => upload.name === name)?.key ?? '';
  const arrive = async (name: string) => {
    sending.get(name)?.resolve();
    await settle();
  };
  const fail = async (name: string, failure: Error) => {
    sending.get(name)?.reject(failure);
    await settle();
  };
  const breakOff = (name: string) => fail(name, new ConnectionFailure('The connection broke off'));
  const setOnline = async (isOnline: boolean) => {
    control.isOnline = isOnline;
    network.dispatchEvent(new Event(isOnline ? 'online' : 'offline'));
    await settle();
  };
  return { uploads, kept, log, waits, control, phases, keyOf, arrive, fail, breakOff, setOnline };
}

describe('uploads', () => {
  test('go two at a time, and the others wait', async () => {
    const { uploads, phases, arrive } = open();
    void uploads.add([fileOf('a', '1'), fileOf('b', '2'), fileOf('c', '3')]);
    await settle();
    expect(phases()).toEqual(['a sending', 'b sending', 'c waiting']);
    await arrive('a');
    expect(phases()).toEqual(['a done', 'b sending', 'c sending']);
  });

  test('of files that the service would refuse end before they are read, also while others are sent', async () => {
    const { uploads, phases, log, keyOf } = open();
    void uploads.add(['a', 'b', 'c.mkv', 'd'].map((name) => fileOf(name, name)));
    await settle();
    expect(phases()).toEqual(['a sending', 'b sending', 'c.mkv refused', 'd waiting']);
    expect(String(uploads.list[2]?.failure)).toContain('The file is a Matroska file.');
    expect(log.filter((line) => line.endsWith('c.mkv'))).toEqual([]);
    uploads.dismiss(keyOf('c.mkv'));
    expect(phases()).toHaveLength(3);
  });

  test('are listed while their files are looked at, and those of other files go on', async () => {
    const { uploads, phases, control, keyOf } = open();
    const { promise, resolve } = Promise.withResolvers<void>();
    control.slow = promise;
    void uploads.add(['slow', 'paused slow', 'slow.mkv', 'a', 'b'].map((name) => fileOf(name, name)));
    await settle();
    expect(phases().slice(0, 4)).toEqual([
      'slow waiting',
      'paused slow waiting',
      'slow.mkv waiting',
      'a sending',
    ]);
    uploads.pause(keyOf('paused slow'));
    void uploads.discard(keyOf('slow'));
    resolve();
    await settle();
    expect(phases()).toEqual(['paused slow paused', 'slow.mkv refused', 'a sending', 'b sending']);
    void uploads.discard(keyOf('a'));
    uploads.resume(keyOf('paused slow'));
    await settle();
    expect(phases()).toContain('paused slow sending');
  });

  test('read the whole file before they announce it', async () => {
    const { uploads, log } = open();
    void uploads.add([fileOf('a', '1')]);
    await settle();
    expect(log).toEqual(['read a', 'announce a', 'send a']);
  });

  test('wait when the account has no room for another open upload, and ask again', async () => {
    const { uploads, phases, control, waits } = open();
    control.refusals.push(quotaExceeded('openUploads'));
    void uploads.add([fileOf('a', '1')]);
    await settle();
    expect(phases()).toEqual(['a waiting']);
    waits[0]?.();
    await settle();
    expect(phases()).toEqual(['a sending']);
  });

  test('fail when another quota refuses them, and can be tried again', async () => {
    const { uploads, phases, control, keyOf } = open();
    const refusal = quotaExceeded('bytes');
    control.refusals.push(refusal);
    void uploads.add([fileOf('a', '1')]);
    await settle();
    expect(phases()).toEqual(['a failed']);
    expect(uploads.list[0]?.failure).toBe(refusal);
    uploads.resume(keyOf('a'));
    await settle();
    expect(phases()).toEqual(['a sending']);
  });

  test('that arrived with another checksum begin anew when they are tried again', async () => {
    const { uploads, kept, phases, keyOf, log, fail } = open();
    uploads.restore(kept);
    void uploads.add([fileOf('a', '1')]);
    await settle();
    const refusal = new ApiFailure(
      { error: { code: 'INVALID_PARAMETER', message: 'Another file.', field: 'crc64nvme' } },
      { status: 400, headers: new Headers() },
    );
    await fail('a', refusal);
    expect(phases()).toEqual(['a failed']);
    expect(uploads.list[0]?.failure).toBe(refusal);
    expect(kept.list()).toEqual([]);
    uploads.resume(keyOf('a'));
    await settle();
    const once = ['read a', 'announce a', 'send a'];
    expect(log).toEqual([...once, ...once]);
  });

  test('that are paused make room for the next, and go on under the same id without reading the file again', async () => {
    const { uploads, phases, keyOf, log, arrive } = open();
    void uploads.add([fileOf('a', '1'), fileOf('b', '2'), fileOf('c', '3')]);
    await settle();
    uploads.pause(keyOf('a'));
    await settle();
    expect(phases()).toEqual(['a paused', 'b sending', 'c sending']);
    uploads.resume(keyOf('a'));
    await arrive('b');
    expect(phases()).toEqual(['a sending', 'b done', 'c sending']);
    expect(log.filter((line) => line.endsWith(' a'))).toEqual(['read a', 'announce a', 'send a', 'send a']);
  });

  test('that are paused while they are announced go on under the id that they get, and are announced once', async () => {
    const { uploads, phases, keyOf, log, control } = open();
    const answer = Promise.withResolvers<void>();
    control.answer = answer.promise;
    void uploads.add([fileOf('a', '1')]);
    await settle();
    uploads.pause(keyOf('a'));
    uploads.resume(keyOf('a'));
    await settle();
    answer.resolve();
    await settle();
    expect(phases()).toEqual(['a sending']);
    expect(log).toEqual(['read a', 'announce a', 'send a']);
  });

  test('that are given up while they are announced leave no video behind', async () => {
    const { uploads, keyOf, log, control } = open();
    const answer = Promise.withResolvers<void>();
    control.answer = answer.promise;
    void uploads.add([fileOf('a', '1')]);
    await settle();
    await uploads.discard(keyOf('a'));
    answer.resolve();
    await settle();
    expect(uploads.list).toEqual([]);
    expect(log).toEqual(['read a', 'announce a', 'remove id of a']);
  });

  test('that lose the network wait for it, keep their position, and go on by themselves under the same id', async () => {
    const { uploads, phases, log, arrive, breakOff, setOnline } = open();
    void uploads.add([fileOf('a', '1'), fileOf('b', '2'), fileOf('c', '3')]);
    await settle();
    await setOnline(false);
    expect(phases()).toEqual(['a offline', 'b offline', 'c waiting']);
    await breakOff('a');
    await arrive('b');
    await breakOff('c');
    expect(phases()).toEqual(['a offline', 'b done', 'c offline']);
    await setOnline(true);
    expect(phases()).toEqual(['a sending', 'b done', 'c sending']);
    await arrive('a');
    await arrive('c');
    expect(phases()).toEqual(['a done', 'b done', 'c done']);
    expect(log.filter((line) => line.endsWith(' a'))).toEqual(['read a', 'announce a', 'send a', 'send a']);
  });

  test('whose attempts end when the network is back already are tried again', async () => {
    const { uploads, phases, breakOff, setOnline } = open();
    void uploads.add([fileOf('a', '1')]);
    await settle();
    await setOnline(false);
    await setOnline(true);
    await breakOff('a');
    expect(phases()).toEqual(['a sending']);
    await breakOff('a');
    expect(phases()).toEqual(['a failed']);
  });

  test('that wait for the network can be paused and given up', async () => {
    const { uploads, phases, keyOf, breakOff, setOnline } = open();
    void uploads.add([fileOf('a', '1'), fileOf('b', '2')]);
    await settle();
    await setOnline(false);
    await breakOff('a');
    await breakOff('b');
    uploads.pause(keyOf('a'));
    await uploads.discard(keyOf('b'));
    await setOnline(true);
    expect(phases()).toEqual(['a paused']);
  });

  test('that another tab sends are not sent here', async () => {
    const { uploads, phases, control, log } = open();
    control.lockedElsewhere = true;
    void uploads.add([fileOf('a', '1')]);
    await settle();
    expect(phases()).toEqual(['a elsewhere']);
    expect(log).not.toContain('send a');
  });

  test('that are given up are removed from the service and from the stored state', async () => {
    const { uploads, kept, keyOf, log } = open();
    uploads.restore(kept);
    void uploads.add([fileOf('a', '1')]);
    await settle();
    expect(kept.list()).toHaveLength(1);
    await uploads.discard(keyOf('a'));
    expect(uploads.list).toEqual([]);
    expect(kept.list()).toEqual([]);
    expect(log.at(-1)).toBe('remove id of a');
  });

  test('that were sent are taken off the list together; the others stay', async () => {
    const { uploads, phases, arrive, keyOf } = open();
    void uploads.add(['a', 'b', 'c', 'd'].map((name) => fileOf(name, name)));
    await settle();
    await arrive('a');
    await arrive('b');
    uploads.pause(keyOf('c'));
    uploads.dismissDone();
    expect(phases()).toEqual(['c paused', 'd sending']);
  });

  test('that are given up without a network are said to be, and are removed as soon as it is back', async () => {
    const { uploads, log, control, phases, keyOf, setOnline } = open();
    void uploads.add([fileOf('a', 'one'), fileOf('b', 'two'), fileOf('c', 'three')]);
    await settle();
    await setOnline(false);
    control.removal = new ConnectionFailure('No network.');
    const given = uploads.discard(keyOf('a'));
    expect(phases()[0]).toBe('a leaving');
    await settle();
    expect([phases()[0], log.includes('read c')]).toEqual(['a leaving', true]);
    control.removal = undefined;
    await setOnline(true);
    await given;
    expect(log).toContain('remove id of a');
    expect(phases().some((phase) => phase.startsWith('a '))).toBe(false);
  });

  test('that cannot be removed stay, with the reason', async () => {
    const { uploads, kept, keyOf, control, phases } = open();
    uploads.restore(kept);
    void uploads.add([fileOf('a', '1')]);
    await settle();
    control.removal = new Error('unreachable');
    await uploads.discard(keyOf('a'));
    expect(phases()).toEqual(['a failed']);
    expect(kept.list()).toHaveLength(1);
  });
});

describe('after a reload', () => {
  /** A page that was closed while a file was being sent, and the next one. */
  async function reloaded() {
    const before = open();
    before.uploads.restore(before.kept);
    void before.uploads.add([fileOf('a', 'right')]);
    await settle();
    const after = open();
    after.uploads.restore(before.kept);
    return { ...after, kept: before.kept };
  }

  test('an upload is listed as interrupted, and goes on with the same file under the same id', async () => {
    const { uploads, phases, keyOf, log, arrive, kept } = await reloaded();
    expect(phases()).toEqual(['a interrupted']);
    uploads.resumeWith(keyOf('a'), fileOf('a', 'right'));
    await settle();
    expect(log).toEqual(['read a', 'send a']);
    expect(uploads.list[0]?.id).toBe('id of a');
    await arrive('a');
    expect(phases()).toEqual(['a done']);
    expect(kept.list()).toEqual([]);
  });

  test('another file of the same name and size is refused before a byte is sent', async () => {
    const { uploads, phases, keyOf, log } = await reloaded();
    uploads.resumeWith(keyOf('a'), fileOf('a', 'wrong'));
    await settle();
    expect(phases()).toEqual(['a interrupted']);
    expect(String(uploads.list[0]?.failure)).toContain('not the one');
    expect(log).toEqual(['read a']);
  });

  test('a file of another size is refused without being read', async () => {
    const { uploads, phases, keyOf, log } = await reloaded();
    uploads.resumeWith(keyOf('a'), fileOf('a', 'longer than it was'));
    await settle();
    expect(phases()).toEqual(['a interrupted']);
    expect(log).toEqual([]);
  });

  test('nothing that is kept is an address', async () => {
    const { kept } = await reloaded();
    expect(Object.keys(kept.list()[0] ?? {}).sort()).toEqual(['checksum', 'id', 'name', 'size']);
  });
});
