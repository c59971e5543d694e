import { startProcessing } from '../../../shared/contract/routes/processing.ts';
import { deleteVideo } from '../../../shared/contract/routes/videos.ts';
import { expectEqual } from '../expect.ts';
import { makeDue } from '../make-due.ts';
import { functionOf, takeMessages } from '../queues.ts';
import type { Step } from '../step.ts';
import { announce, ingested, jobStateOf, sendAnnounced, statusOf } from '../uploads.ts';

export const sweeping: Step = {
  name: 'the sweeper: lost messages, an upload that never came, remains of a deletion',
  async run(rehearsed) {
    const { client, deployment } = rehearsed;
    const deleted = await ingested(rehearsed);
    const job = await ingested(rehearsed);
    const resume = [
      await deployment.pause(functionOf(deployment, 'ingest/ingest').ref),
      await deployment.pause(functionOf(deployment, 'detector/detector').ref),
    ];
    const [abandoned, lost] = [await announce(rehearsed), await announce(rehearsed)];
    await sendAnnounced(rehearsed, lost);
    await client.call(startProcessing, { params: { id: job } });
    await client.call(deleteVideo, { params: { id: deleted } });
    let messages = 0;
    while (messages < 2) {
      for (const key of ['ingest/ingest', 'detector/detector'])
        messages += (await takeMessages(deployment, key)).length;
    }
    for (const start of resume) start();
    await deployment.settle();
    expectEqual('a job without messages', await jobStateOf(rehearsed, job), 'queued');

    await makeDue(deployment);
    await deployment.fireSchedules();
    await deployment.settle();
    expectEqual('an upload that never came', await statusOf(rehearsed, abandoned), 'failed');
    expectEqual('an upload whose message was lost', await statusOf(rehearsed, lost), 'processed');
    expectEqual('a job whose messages were lost', await jobStateOf(rehearsed, job), 'completed');
    await makeDue(deployment);
    await deployment.fireSchedules();
  },
};
