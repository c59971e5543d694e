import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { RunFile } from '../../local/data-folder/run-file.ts';
import { connectBySockets } from '../../local/stores/connections.ts';
import { TIER_LIMITS } from '../../shared/contract/limits.ts';
import { vms } from '../cli/vms.ts';
import { vmsProcess } from '../cli/vms-process.ts';
import { shortClip } from '../support/clips/short-clip.ts';
import { type Api, apiOf, fileForm, settled, upload } from '../support/service/api.ts';
import { createKey } from '../support/service/create-key.ts';
import { external } from '../support/service/external-stores.ts';
import { canMount, runOnFullDisk, serviceOnSmallDisk } from '../support/service/small-disk.ts';
import { temporaryFolder } from '../support/service/test-service.ts';

const MEBIBYTES = 64;
const FULL_DISK = /^The service cannot write: the disk of .* is full \(0 MiB are left\)\. .*\n$/;
const VMS = path.resolve(import.meta.dirname, '../../cli/vms.js');
const folder = await temporaryFolder('small-disk');
const isPossible = Object.keys(external.endpoints).length === 0 && canMount(folder);

/** The readers' answers; each read must be answered and counted. */
async function readAll(api: Api, id: string): Promise<string[]> {
  const documents: string[] = [];
  let remaining = Number.POSITIVE_INFINITY;
  for (const target of ['/api/videos', `/api/videos/${id}/versions`, `/api/videos/${id}/metadata`]) {
    const { status, headers, text } = await api('GET', target);
    expect([target, status]).toEqual([target, 200]);
    const left = Number(headers.get('x-ratelimit-remaining'));
    // The count restarts with a new minute.
    expect(left < remaining || left === TIER_LIMITS.free - 1).toBe(true);
    remaining = left;
    documents.push(text.replaceAll(/http[^"]*/g, 'URL'));
  }
  return documents;
}

const edit = (id: string, bytes = 1) => ({ json: { variables: [{ id, text: 'x'.repeat(bytes) }] } });
const LARGE = 500_000;
/** Several services start one after the other: beside other work that takes minutes, and only a hang takes longer. */
const LONGEST_MS = 600_000;

test.skipIf(!isPossible)(
  'a command that would start the service on a full disk says so in one line (needs Linux, and root or user namespaces)',
  { tags: 'long', timeout: LONGEST_MS },
  async () => {
    const original = await temporaryFolder('data');
    expect(await vms(['list', '--data', original])).toMatchObject({ code: 0, stderr: '' });
    const disk = { folder: path.join(folder, 'full'), mebibytes: 8, original };
    expect(runOnFullDisk(disk, `'${process.execPath}' '${VMS}' list --data '${disk.folder}'`)).toEqual({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(FULL_DISK),
    });
  },
);

test.skipIf(!isPossible)(
  'on a full disk writes answer 500 and reads go on, counted; with room again writes work, and nothing was lost (needs Linux, and root or user namespaces)',
  async () => {
    const disk = serviceOnSmallDisk(folder, MEBIBYTES);
    const run = await disk.nextService();
    const { variables } = JSON.parse(await readFile(path.join(disk.dataDir, 'run.json'), 'utf8')) as RunFile;
    Object.assign(process.env, variables);
    const seen = (place: string): string => place.replace(folder, disk.dataDir);
    connectBySockets(Object.fromEntries(Object.entries(variables).map(([name, to]) => [name, seen(to)])));
    const { secret } = await createKey({ variables }, { account: 'limited', tier: 'free' });
    const api = apiOf({ ...run, apiKey: secret });
    const clip = await shortClip(1);
    const bytes = new Uint8Array(await readFile(clip));
    const id = await upload(api, clip);
    expect((await settled(api, id)).status).toBe('processed');
    const demoId = await upload(apiOf(run), clip);
    expect((await settled(apiOf(run), demoId)).status).toBe('processed');
    const document = `/api/videos/${id}/metadata`;
    const acknowledged = ['first'];
    expect((await api('PATCH', document, edit('first'))).status).toBe(200);
    const before = await readAll(api, id);

    disk.fill();
    const refused = [
      await api('PATCH', document, edit('large', LARGE)),
      await api('POST', '/api/videos/upload', { form: fileForm(bytes) }),
      await api('GET', `/api/videos/${id}/export?format=json`),
    ];
    for (const { status, body } of refused) {
      expect(status).toBe(500);
      expect(body.error).toEqual({ code: 'INTERNAL_ERROR', message: expect.any(String) });
    }
    expect(await readAll(api, id)).toEqual(before);
    // Small writes may still fit; those that were acknowledged count.
    for (let n = 0; n < 10; n++) {
      const { status } = await api('PATCH', document, edit(`small-${n}`));
      expect([200, 500]).toContain(status);
      if (status === 200) acknowledged.push(`small-${n}`);
    }
    const reported = await vmsProcess(['metadata', 'patch', demoId, '-', '--data', disk.dataDir], {
      stdin: JSON.stringify(edit('large', LARGE).json),
    });
    expect([reported.code, reported.stderr]).toEqual([1, expect.stringMatching(FULL_DISK)]);
    await readAll(api, id);

    disk.makeRoom();
    expect((await api('PATCH', document, edit('large', LARGE))).status).toBe(200);
    acknowledged.push('large');
    const second = await upload(api, clip);
    expect((await settled(api, second)).status).toBe('processed');

    process.kill(run.pid, 'SIGKILL');
    const restarted = apiOf({ ...(await disk.nextService()), apiKey: secret });
    const { body } = await restarted<{ variables: { id: string }[] }>('GET', document);
    expect(body.variables.map((variable) => variable.id)).toEqual(acknowledged);
    const { body: history } = await restarted<{ currentVersion: number }>(
      'GET',
      `/api/videos/${id}/versions`,
    );
    expect(history.currentVersion).toBe(1 + acknowledged.length);
    expect((await restarted<{ total: number }>('GET', '/api/videos')).body.total).toBe(2);
  },
  LONGEST_MS,
);
