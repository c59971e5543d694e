import { randomUUID } from 'node:crypto';
import { access, mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import path from 'node:path';

/** Builds that are kept, those used last, so that going back and forth between two versions builds neither again. */
const KEPT = 3;
/** Nobody writes a draft this old: its process was killed. A build takes seconds. */
const ABANDONED_MS = 60 * 60 * 1000;

interface CacheOptions {
  /** Name of the build. */
  hash: string;
  /** Folders to look into; the first that can be written to takes a new build. */
  folders: readonly string[];
  /** Makes the build in a folder that exists. */
  build: (folder: string) => Promise<void>;
  /** Milliseconds since 1970. */
  now?: () => number;
}

const exists = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  );

/** The folder of a build: a kept one, or one made now. A build appears whole, whoever else makes it too. */
export async function cachedBuild({ hash, folders, build, now = Date.now }: CacheOptions): Promise<string> {
  for (const folder of folders) {
    const kept = path.join(folder, hash);
    if (!(await exists(path.join(kept, 'index.html')))) continue;
    await noteUse(kept, now());
    return kept;
  }
  const { folder, draft } = await openDraft(folders, hash);
  const target = path.join(folder, hash);
  try {
    await build(draft);
    await rename(draft, target);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    // Another start was first.
    if (!(await exists(path.join(target, 'index.html')))) throw error;
  }
  await removeOld(folder, target);
  return target;
}

/** Counts a build as new again: a service that runs has its files from there. */
async function noteUse(folder: string, now: number): Promise<void> {
  // One that this user cannot change, they do not remove either.
  await utimes(folder, now / 1000, now / 1000).catch(() => undefined);
}

/** A new empty folder in the first folder that can be written to. */
async function openDraft(folders: readonly string[], hash: string) {
  let failure: unknown;
  for (const folder of folders) {
    const draft = path.join(folder, `.${hash}-${randomUUID()}`);
    try {
      await mkdir(draft, { recursive: true });
      return { folder, draft };
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}

/** Removes all but the builds that were used last, and drafts that nobody writes any more. */
async function removeOld(folder: string, current: string): Promise<void> {
  const now = (await stat(current)).mtimeMs;
  const names = await readdir(folder);
  const found = async (pattern: RegExp) =>
    Promise.all(
      names
        .filter((name) => pattern.test(name))
        .map(async (name) => {
          const place = path.join(folder, name);
          // Another start may remove it at this moment.
          const madeAt = await stat(place).then(
            ({ mtimeMs }) => mtimeMs,
            () => Number.NEGATIVE_INFINITY,
          );
          return { place, madeAt: place === current ? Number.POSITIVE_INFINITY : madeAt };
        }),
    );
  const builds = await found(/^[0-9a-f]{16}$/);
  const drafts = await found(/^\.[0-9a-f]{16}-[0-9a-f-]{36}$/);
  const old = [
    ...builds.sort((a, b) => b.madeAt - a.madeAt).slice(KEPT),
    ...drafts.filter(({ madeAt }) => madeAt < now - ABANDONED_MS),
  ];
  await Promise.all(old.map(({ place }) => rm(place, { recursive: true, force: true })));
}
