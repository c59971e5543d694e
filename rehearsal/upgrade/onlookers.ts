import { expectEqual } from '../flow/expect.ts';
import { type Actor, makeKey } from './actor.ts';
import { answerOf } from './calls.ts';
import type { StoredItem } from './reached-items.ts';

/** What operators see of keys, accounts, users and work that waits for them. */
export async function operatorsLook({ operator }: Actor): Promise<void> {
  for (const command of ['keys list', 'users list', 'failed list', 'dead-letters list'])
    await operator.run(...command.split(' '));
  const { accounts } = (await operator.run('account', 'list')) as { accounts: { handle: string }[] };
  for (const { handle } of accounts) {
    await operator.run('account', 'show', handle);
    await operator.run('keys', 'list', '--account', handle);
  }
}

/** What the owner sees who goes through all videos. */
export async function ownerLooks(actor: Actor): Promise<void> {
  const { client, api } = actor;
  for (let page = 1, pages = 1; page <= pages; page++) {
    const { videos, total, pageSize } = await client.call(api.videos.listVideos, { query: { page } });
    pages = Math.ceil(total / pageSize);
    for (const { id, status } of videos) {
      await client.call(api.videos.getVideo, { params: { id } });
      if (status === 'processed') await readVersions(actor, id);
    }
  }
}

async function readVersions({ client, api }: Actor, id: string): Promise<void> {
  const { versions } = await client.call(api.metadata.listVersions, { params: { id } });
  for (const { version } of versions)
    await client.call(api.metadata.getMetadata, { params: { id }, query: { version } });
}

/** What somebody learns of each video who has a key of another account. */
export async function strangersLook(actor: Actor, stored: readonly StoredItem[]): Promise<void> {
  const client = actor.withKey(await makeKey(actor.operator, { account: 'stranger' }));
  const ids = stored.flatMap(({ key }) => /"video#([^"]+)"/.exec(key)?.[1] ?? []);
  for (const id of ids) expectEqual(`answer about ${id}`, (await answerOf(client, actor, id)) === 200, false);
}
