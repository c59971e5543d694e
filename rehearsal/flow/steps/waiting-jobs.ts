import { getProcessing } from '../../../shared/contract/routes/console/videos.ts';
import { startProcessing } from '../../../shared/contract/routes/processing.ts';
import { listVideos } from '../../../shared/contract/routes/videos.ts';
import { asPerson } from '../as-person.ts';
import { expectEqual } from '../expect.ts';
import { functionOf } from '../queues.ts';
import type { Step } from '../step.ts';
import { ingested, jobStateOf, uploadInForm } from '../uploads.ts';

export const waitingJobs: Step = {
  name: 'jobs that wait for each other, and the pending job of an upload',
  async run(rehearsed) {
    const { client, deployment } = rehearsed;
    const videos = [await ingested(rehearsed), await ingested(rehearsed)];
    const unprocessed = await ingested(rehearsed);
    const resume = await deployment.pause(functionOf(deployment, 'detector/detector').ref);
    for (const id of videos) await client.call(startProcessing, { params: { id } });
    const pending = await uploadInForm(rehearsed, { autoProcess: 'true' });
    for (const id of [...videos, pending])
      expectEqual(
        'a job that waits',
        ['queued', 'processing'].includes(await jobStateOf(rehearsed, id)),
        true,
      );
    await client.call(listVideos);
    await asPerson(rehearsed, 'emil@example.com', async (person) => {
      for (const id of [...videos, unprocessed]) {
        const { job } = await person.call(getProcessing, { params: { id } });
        expectEqual('whether there is a job, as a person sees it', job !== null, id !== unprocessed);
      }
    });
    resume();
    await deployment.settle();
    for (const id of [...videos, pending]) expectEqual('a job', await jobStateOf(rehearsed, id), 'completed');
  },
};
