import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createClient } from '../../../client/client.ts';
import { expectEqual } from '../expect.ts';
import { eraserOf, exporterOf, keyFor } from '../operator.ts';
import type { Step } from '../step.ts';
import { ingested } from '../uploads.ts';

const LEAVING = 'leaving';

/** Nothing where the stacks have no policies for it. */
export const leavingAccount: Step = {
  name: 'an account is exported and erased, each by who may do that',
  async run(rehearsed) {
    const { clip, deployment, operator } = rehearsed;
    const [exporter, eraser] = [exporterOf(deployment), eraserOf(deployment)];
    if (operator === null || exporter === null || eraser === null) return;
    const apiKey = await keyFor(operator, LEAVING, null);
    const client = createClient({ apiUrl: deployment.apiUrl, apiKey });
    const id = await ingested({ ...rehearsed, client });

    const folder = await mkdtemp(path.join(tmpdir(), 'vms-export-'));
    try {
      await exporter.run('account', 'export', LEAVING, '--out', folder);
      const names = await readdir(path.join(folder, 'videos', id));
      const original = names.find((name) => name.endsWith('.mp4')) ?? '';
      const bytes = await readFile(path.join(folder, 'videos', id, original));
      expectEqual('the exported file is the uploaded one', bytes.equals(clip), true);
    } finally {
      await rm(folder, { recursive: true });
    }

    await eraser.run('account', 'erase', LEAVING, '--confirm', LEAVING, '--copies', '--no-wait');
    const headers = { Authorization: `Bearer ${apiKey}` };
    const refused = await fetch(new URL('api/v1/whoami', deployment.apiUrl), { headers });
    expectEqual('a key of an erased account', refused.status, 401);
    const { accounts } = (await operator.run('account', 'list')) as { accounts: { handle: string }[] };
    expectEqual(
      'an erased account is listed',
      accounts.some(({ handle }) => handle === LEAVING),
      false,
    );
    await deployment.settle();
  },
};
