import { chmodSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { chosenFolder, ownFolder, UnusableFolder } from '../../../local/data-folder/private-folder.ts';
import { startService } from '../../../local/service.ts';
import { BUILT_IN_MODELS_DIR } from '../../../shared/inference/models/model-store.ts';
import { shortClip } from '../../support/clips/short-clip.ts';
import { apiOf, settled, upload } from '../../support/service/api.ts';
import { external, resourcePrefix } from '../../support/service/external-stores.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const modeOf = (file: string): number => statSync(file).mode & 0o777;

let folder: ReturnType<typeof temporaryFolder>;
const warnings: string[] = [];
const warn = (message: string) => void warnings.push(message);

beforeEach(() => {
  folder = temporaryFolder();
  warnings.length = 0;
  const before = process.umask(0);
  return () => {
    process.umask(before);
    folder[Symbol.dispose]();
  };
});

test('everything the service makes is for its owner alone, whatever the umask; a folder it found is left and reported', async () => {
  const dataDir = path.join(folder.path, 'data');
  mkdirSync(dataDir, { mode: 0o755 });
  const service = await startService({
    dataDir,
    external,
    prefix: resourcePrefix(dataDir),
    modelsDirs: [BUILT_IN_MODELS_DIR],
    onWarning: warn,
  });
  const api = apiOf(service);
  const id = await upload(api, await shortClip(1));
  expect((await settled(api, id)).status).toBe('processed');
  const made = readdirSync(dataDir, { recursive: true }).map((name) => path.join(dataDir, String(name)));
  const open = made.filter((file) => (modeOf(file) & 0o077) !== 0);
  const [found, reported] = [modeOf(dataDir), [...warnings]];
  await service.close();

  expect(made.length).toBeGreaterThan(3);
  expect(open).toEqual([]);
  expect(found).toBe(0o755);
  expect(reported).toEqual([expect.stringContaining(dataDir)]);
});

test.each([0, 0o022, 0o277])(
  'with umask %o a folder is made 0700, and so is what lacks above it',
  async (umask) => {
    process.umask(umask);
    const chosen = path.join(folder.path, 'a', 'b');
    await chosenFolder(chosen, warn);
    expect([modeOf(path.join(folder.path, 'a')), modeOf(chosen), warnings]).toEqual([0o700, 0o700, []]);
  },
);

test('a folder of the service’s own that an earlier version left open is closed', async () => {
  const own = path.join(folder.path, 's3');
  mkdirSync(own, { mode: 0o755 });
  await ownFolder(own);
  expect(modeOf(own)).toBe(0o700);
});

test.skipIf(process.platform !== 'linux').each([
  ['/proc/none', 'no folder can be made there'],
  ['/proc/none/below', 'no folder can be made there'],
])('%s is refused in a sentence, at once', async (target, reason) => {
  const attempt = chosenFolder(target, warn);
  await expect(attempt).rejects.toThrow(UnusableFolder);
  await expect(attempt).rejects.toThrow(`cannot be made: ${reason}`);
});

test('a file in the place of the folder, or of one above it, is reported', async () => {
  const file = path.join(folder.path, 'file');
  writeFileSync(file, '');
  await expect(chosenFolder(file, warn)).rejects.toThrow('there is a file of this name');
  await expect(chosenFolder(path.join(file, 'below'), warn)).rejects.toThrow(
    'a part of the path is not a folder',
  );
});

test.skipIf(process.getuid?.() === 0)(
  'a folder that cannot be written to is reported (not as root, who can)',
  async () => {
    chmodSync(folder.path, 0o500);
    await expect(chosenFolder(folder.path, warn)).rejects.toThrow('cannot be written to: access is denied');
    chmodSync(folder.path, 0o700);
  },
);
