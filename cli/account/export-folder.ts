import { mkdir, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { CommandFailure } from '../failures.ts';
import { writeText } from './written-file.ts';

const FORMAT = 'vms-account-export';
/** Goes up with a change that readers of the folder must know of. */
const FORMAT_VERSION = 1;

/** The index of a folder, apart from what `format` says. */
export interface ExportIndex {
  /** False until all is there. */
  readonly complete: boolean;
  readonly account: { readonly accountId: string };
}

/**
 * Takes a folder for the export of an account: a new or an empty one, or one that has an export of the same account.
 * @throws CommandFailure for any other
 */
export async function takeFolder(folder: string, accountId: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const standing = await readIndex(folder);
  if (standing === null) {
    const others = (await readdir(folder)).filter((name) => name !== 'account.json.part');
    if (others.length > 0) {
      throw new CommandFailure(
        'NOT_AN_EXPORT',
        `${folder} has something else than an export: name a folder that is new or empty.`,
      );
    }
  } else if (standing.format !== FORMAT || standing.formatVersion !== FORMAT_VERSION) {
    throw new CommandFailure('NOT_AN_EXPORT', `${folder} has no export that this release can go on with.`);
  } else if (standing.account?.accountId !== accountId) {
    throw new CommandFailure(
      'OTHER_ACCOUNT',
      `${folder} has an export of another account: name another folder.`,
    );
  }
}

async function readIndex(
  folder: string,
): Promise<{ format?: unknown; formatVersion?: unknown; account?: { accountId?: unknown } } | null> {
  const json = await readFile(path.join(folder, 'account.json'), 'utf8').catch(() => null);
  if (json === null) return null;
  try {
    return JSON.parse(json);
  } catch {
    return {};
  }
}

/** Writes the index, in place of the one before. */
export async function writeIndex(folder: string, index: ExportIndex, signal: AbortSignal): Promise<void> {
  const text = JSON.stringify({ format: FORMAT, formatVersion: FORMAT_VERSION, ...index }, null, 2);
  await writeText(path.join(folder, 'account.json'), `${text}\n`, signal);
}
