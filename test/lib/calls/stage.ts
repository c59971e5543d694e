import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { openAll } from '../../../shared/kernel/runtime/store-factories.ts';
import { linkIdentity } from '../../../shared/service/identity/link-identity.ts';
import { OPERATOR_STORES } from '../../../shared/service/operator-stores.ts';
import { openAccounts } from '../../../shared/stores/accounts.ts';
import { shortClip } from '../../support/clips/short-clip.ts';
import { beforeNext } from '../../support/faults/before-next.ts';
import type { Moment } from '../../support/faults/moments.ts';
import { startTestIssuer } from '../../support/identity/test-issuer.ts';
import { type Api, upload } from '../../support/service/api.ts';
import { delivery, startWorkbench } from '../../support/service/workbench.ts';
import { breakOffDeletion } from '../../support/videos/broken-off-deletion.ts';

export const OBJECT = 'obj_000000000001';
export const OTHER_OBJECT = 'obj_000000000002';
/** So much that cannot be compressed that its part of a document becomes an object of its own. */
export const LARGE = randomBytes(6000).toString('base64');

export const SURFACE = {
  name: 'Poster',
  frame: 4,
  corners: [
    { x: 0.3, y: 0.3 },
    { x: 0.7, y: 0.3 },
    { x: 0.7, y: 0.7 },
    { x: 0.3, y: 0.7 },
  ],
};

/** The service whose functions are called, and what every one of the calls needs. */
export async function openStage() {
  const issuer = await startTestIssuer();
  const bench = await startWorkbench();
  const { api, environment } = bench;
  const clip = await shortClip(2);
  const bytes = new Uint8Array(await readFile(clip));

  const deliver = async (key: string, ...bodies: string[]): Promise<unknown> => {
    const handler = await bench.functions.load(key);
    return handler(delivery(bodies), {});
  };

  /** Lets the functions work that are fed from queues. */
  const workOff = async (): Promise<void> => {
    for (;;) {
      const [uploads, steps] = [await bench.take('ingest'), await bench.take('detection')];
      if (uploads.length + steps.length === 0) return;
      for (const body of uploads) await deliver('ingest/ingest', body);
      for (const body of steps) await deliver('detector/detector', body);
    }
  };

  return {
    bench,
    api,
    environment,
    issuer,
    clip,
    bytes,
    deliver,
    workOff,

    async ingested(path = clip, fields: Record<string, string> = {}): Promise<string> {
      const id = await upload(api, path, fields);
      await workOff();
      return id;
    },

    /** Marks a surface. @returns the messages of its tracking */
    async markedSurface(id: string): Promise<string[]> {
      await api('POST', `/api/videos/${id}/objects/surface`, { json: SURFACE });
      return bench.take('detection');
    },

    deleteBefore: (moment: Moment, id: string) => beforeNext(moment, () => breakOffDeletion(environment, id)),

    /** Asks for things as a person who works in the account of the bench's key. */
    async signedIn(): Promise<Api> {
      const { accountId } = await openAccounts(environment).byHandle('demo');
      const person = { issuer: issuer.issuer, subject: 'owner', accountId };
      await linkIdentity(openAll(OPERATOR_STORES, environment), person);
      const key = await issuer.token('owner');
      return (method, target, request) => api(method, target, { ...request, key });
    },
  };
}

export type Stage = Awaited<ReturnType<typeof openStage>>;

/** Restores a version, as a person. */
export const restore = (call: Api, id: string, wanted: number, headers: Record<string, string>) =>
  call('POST', `/console/api/videos/${id}/versions/${wanted}/restore`, { headers });
