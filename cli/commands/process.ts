import { LIMITS } from '../../shared/contract/limits.ts';
import { startProcessing } from '../../shared/contract/routes/processing.ts';
import { flag, value } from '../arguments.ts';
import { defineCommand } from '../command.ts';
import { formatDuration } from '../format.ts';
import { awaitWork, jobOf } from '../ongoing-work.ts';
import { withApi } from '../service.ts';
import { startWhenProcessed } from '../start-when-processed.ts';
import { listOf, number, text } from '../values.ts';
import { followJob } from '../video-progress.ts';

const { processingFps, confidence } = LIMITS;

export const process = defineCommand({
  operands: { required: ['id'] },
  description: 'Starts a detection job. Without --watch it prints the id of the job.',
  options: {
    watch: flag('Wait until the video is processed, and watch the job until it is over'),
    fps: value(
      'N',
      `Frames analysed per second of video (default: ${processingFps.default})`,
      number(processingFps.min, processingFps.max),
    ),
    confidence: value(
      'P',
      `Minimum confidence of an object (default: ${confidence.default})`,
      number(confidence.min, confidence.max),
    ),
    labels: value('A,B', 'Only objects of these labels (default: all)', listOf(text)),
    clip: flag('Treat the labels as free text and name objects by CLIP similarity'),
  },
  run: (context, { operands: { id }, options: { watch, ...settings } }) =>
    withApi(context, async ({ client, lasting }) => {
      const { fps, confidence, labels, clip } = settings;
      const input = {
        params: { id },
        body: {
          ...(fps === undefined ? {} : { fps }),
          ...(confidence === undefined ? {} : { confidence }),
          ...(labels === undefined ? {} : { labels }),
          ...(clip ? { enableClip: true } : {}),
        },
        signal: context.signal,
      };
      if (watch) {
        await startWhenProcessed(context, { client, lasting }, id, input);
        const job = await awaitWork(context, { lasting }, jobOf(id), followJob(context, client, id));
        return { json: job, text: `"vms objects ${id}" lists them.` };
      }
      const started = await client.call(startProcessing, input);
      context.terminal.note(
        lasting
          ? `Takes about ${formatDuration(started.estimatedTime)}; "vms status ${id}" shows the progress.`
          : 'No service keeps running: the job goes on when one does ("npx vms serve").',
      );
      return { json: started, text: started.jobId };
    }),
});
