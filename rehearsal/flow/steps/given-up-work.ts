import { getAccount } from '../../../shared/contract/routes/console/account.ts';
import { createSurface } from '../../../shared/contract/routes/objects.ts';
import { startProcessing } from '../../../shared/contract/routes/processing.ts';
import { asPerson } from '../as-person.ts';
import { expectEqual } from '../expect.ts';
import { functionOf, giveUp, takeMessages } from '../queues.ts';
import { ACCOUNT, type Rehearsed } from '../rehearsed.ts';
import type { Step } from '../step.ts';
import { announce, ingested, jobStateOf, sendAnnounced, statusOf } from '../uploads.ts';

/** Messages whose last attempt has failed: the consumers of the dead letters end what waits for them. */
export const givenUpWork: Step = {
  name: 'work that is given up: an upload, one with a pending job, a job and a surface',
  async run(rehearsed) {
    const { client, deployment } = rehearsed;
    const resumeIngest = await deployment.pause(functionOf(deployment, 'ingest/ingest').ref);
    const uploads = [await announce(rehearsed), await announce(rehearsed, { autoProcess: true })];
    for (const id of uploads) await sendAnnounced(rehearsed, id);
    await giveUp(
      deployment,
      'ingest/ingest',
      await arrived(() => takeMessages(deployment, 'ingest/ingest'), 2),
    );
    resumeIngest();
    await deployment.settle();
    for (const id of uploads)
      expectEqual('an upload that is given up', await statusOf(rehearsed, id), 'failed');

    const [job, surface] = [await ingested(rehearsed), await ingested(rehearsed)];
    const resumeDetector = await deployment.pause(functionOf(deployment, 'detector/detector').ref);
    await client.call(startProcessing, { params: { id: job } });
    const corners = [
      { x: 0.3, y: 0.3 },
      { x: 0.7, y: 0.3 },
      { x: 0.7, y: 0.7 },
      { x: 0.3, y: 0.7 },
    ];
    const body = { name: 'Poster', frame: 4, corners };
    await client.call(createSurface, { params: { id: surface }, body });
    await toldMeanwhile(rehearsed);
    await giveUp(deployment, 'detector/detector', await takeMessages(deployment, 'detector/detector'));
    resumeDetector();
    await deployment.settle();
    expectEqual('a job that is given up', await jobStateOf(rehearsed, job), 'failed');
  },
};

/** While the job and the surface hold their slots, an operator and a person who works in the account can see it. */
const toldMeanwhile = (rehearsed: Rehearsed): Promise<void> =>
  asPerson(rehearsed, 'dora@example.com', async (person, operator) => {
    const { used } = (await operator.run('account', 'show', ACCOUNT)) as { used: Record<string, number> };
    const { quotas } = await person.call(getAccount);
    for (const name of ['activeJobs', 'activeSurfaces']) {
      expectEqual(`${name}, as the operator sees it`, used[name], 1);
      expectEqual(`${name}, as the person sees it`, quotas.find((quota) => quota.name === name)?.used, 1);
    }
  });

/** Notifications are sent after the answer to the upload: waits for as many as are expected. */
async function arrived(take: () => Promise<string[]>, count: number): Promise<string[]> {
  const bodies: string[] = [];
  while (bodies.length < count) bodies.push(...(await take()));
  return bodies;
}
