import type { Account } from '../../shared/domain/account.ts';
import { forEachOf } from '../../shared/kernel/runtime/in-batches.ts';
import { openAll } from '../../shared/kernel/runtime/store-factories.ts';
import { EXPORT_STORES } from '../../shared/service/account-export/export-stores.ts';
import { exportedVideo, isGone } from '../../shared/service/account-export/exported-video.ts';
import { peopleOf } from '../../shared/service/identity/people-of.ts';
import { listKeys } from '../../shared/service/keys/list-keys.ts';
import type { OperatorStores } from '../../shared/service/operator-stores.ts';
import type { Context, Report } from '../command.ts';
import { counted, formatBytes } from '../format.ts';
import { withAccounts } from '../users/with-accounts.ts';
import { openUsers } from '../users/with-users.ts';
import { namesOf } from './directory-logins.ts';
import { takeFolder, writeIndex } from './export-folder.ts';
import { type WrittenVideo, writeVideo } from './write-video.ts';
import { explainFull } from './written-file.ts';

/** Videos at a time. */
const AT_ONCE = 4;

const LEFT_OUT = [
  'secrets of keys and their hashes, and passwords: only hashes are stored',
  'exports, thumbnails and frame indexes: they are made from the videos',
  'counts of requests, answers kept for repeated requests, and messages: they expire',
  'logs',
];

/** Exports the account that an operator names into a folder. */
export const exportNamed = (
  context: Context,
  name: string,
  { out, stack }: { out: string; stack: string | undefined },
): Promise<Report> =>
  withAccounts(context, stack, async (operator, find) => {
    const account = await find(name);
    const { terminal, json } = context;
    await takeFolder(out, account.accountId);
    const progress = terminal.progress('Exporting videos ');
    try {
      const found = await exportAccount(context, operator, account, { out, stack }, (fraction, videos) => {
        if (!json) progress.update(fraction, `${videos}`);
      });
      return { json: found, text: describe(account.handle, out, found) };
    } catch (error) {
      const explained = explainFull(error, out);
      if (explained === error && !json)
        terminal.note('The export is not complete; the same command goes on where it stopped.');
      throw explained;
    } finally {
      progress.stop();
    }
  });

async function exportAccount(
  context: Context,
  operator: OperatorStores,
  account: Account,
  { out, stack }: { out: string; stack: string | undefined },
  report: (fraction: number, videos: number) => void,
) {
  const { signal } = context;
  const { accountId } = account;
  const { environment, use } = operator;
  const exportedAt = new Date(environment.runtime.now()).toISOString();
  await writeIndex(out, { complete: false, account }, signal);
  const { used, max } = await use.of(accountId);
  const stores = openAll(EXPORT_STORES, environment);
  const written: WrittenVideo[] = [];
  const deleted: string[] = [];
  const withoutFile: string[] = [];
  await forEachOf(stores.videos.all(accountId), AT_ONCE, async (video) => {
    const { videoId, status } = video;
    signal.throwIfAborted();
    const exported = await exportedVideo(stores, video);
    const files = exported && (await writeVideo(out, exported, signal));
    if (files === null || (files.missing.length > 0 && (await isGone(stores, videoId))))
      deleted.push(videoId);
    else written.push(files);
    if (status === 'uploading') withoutFile.push(videoId);
    report(written.length / Math.max(used.videos, written.length), written.length);
  });

  const videos = written.map(({ kept: _, missing, ...video }) => ({
    ...video,
    ...(missing.length > 0 && { missing }),
  }));
  const index = {
    complete: true,
    account,
    exportedAt,
    quotas: { used, max },
    keys: await listKeys(operator, account),
    users: await usersOf(context, operator, accountId, stack),
    videos,
    deletedMeanwhile: deleted,
    stillUploading: withoutFile,
    leftOut: LEFT_OUT,
  };
  await writeIndex(out, index, signal);
  const sum = (of: (video: WrittenVideo) => number) => written.reduce((total, video) => total + of(video), 0);
  return {
    accountId,
    folder: out,
    videos: written.length,
    files: sum(({ files }) => files),
    kept: sum(({ kept }) => kept),
    bytes: sum(({ bytes }) => bytes),
    missing: written.flatMap(({ id, missing }) => missing.map((file) => `videos/${id}/${file}`)),
    deletedMeanwhile: deleted,
    stillUploading: withoutFile,
  };
}

/** The people who work in an account, with the names that they sign in by. */
async function usersOf(
  context: Context,
  { identities, environment }: OperatorStores,
  accountId: string,
  stack: string | undefined,
): Promise<object[]> {
  using directory = await openUsers(context, stack, environment.variables);
  const names = await namesOf(directory);
  const people = await peopleOf({ identities }, accountId);
  return people.map(({ accountId: _, hasAccount: __, ...identity }) => ({
    name: names.get(identity.subject) ?? null,
    ...identity,
  }));
}

function describe(handle: string, out: string, found: Awaited<ReturnType<typeof exportAccount>>): string {
  const { videos, files, bytes, kept, missing, deletedMeanwhile, stillUploading } = found;
  const there = kept === 0 ? '' : `, of which ${kept} were there already`;
  return [
    `Exported account ${handle} to ${out}.`,
    `${counted(videos, 'video')}, ${counted(files, 'file')} (${formatBytes(bytes)})${there}.`,
    ...(stillUploading.length === 0
      ? []
      : [`Still being uploaded, without a file: ${stillUploading.join(', ')}`]),
    ...(deletedMeanwhile.length === 0 ? [] : [`Deleted meanwhile: ${deletedMeanwhile.join(', ')}`]),
    ...missing.map((file) => `Not to be found in the service: ${file}`),
  ].join('\n');
}
