import type { JobStatus } from '../../client/answers.ts';
import { getProcessingStatus } from '../../shared/contract/routes/processing.ts';
import { defineCommand } from '../command.ts';
import { counted, formatDuration } from '../format.ts';
import { withApi } from '../service.ts';
import { fields } from '../table.ts';

export const status = defineCommand({
  operands: { required: ['id'] },
  description: 'ID is the id of the video.',
  run: (context, { operands: { id } }) =>
    withApi(context, async ({ client }) => {
      const job = await client.call(getProcessingStatus, { params: { id }, signal: context.signal });
      return { json: job, text: describe(job) };
    }),
});

function describe(job: JobStatus): string {
  const { jobId, status, error, progress, currentFrame, totalFrames, objectsDetected, eta, model } = job;
  const { undecodableFrames: undecodable, samples } = job;
  return fields([
    ['Job', jobId],
    ['Status', error === undefined ? status : `${status}: ${error.message} (${error.code})`],
    [
      'Progress',
      `${Math.floor(progress)} %, frame ${Math.min(currentFrame + 1, totalFrames)} of ${totalFrames}`,
    ],
    ...(['queued', 'processing'].includes(status) ? [['Left', `about ${formatDuration(eta)}`] as const] : []),
    ...(undecodable > 0
      ? [['Damaged', `${counted(undecodable, 'frame')} could not be decoded`] as const]
      : []),
    ['Samples', `${samples.processed} of ${samples.total}, ${samples.detected} analysed`],
    ['Objects', String(objectsDetected)],
    ['Model', job.fallback ? `${model} (built-in: finds what moves)` : model],
    ...(job.clipModel === undefined ? [] : [['CLIP', job.clipModel] as const]),
  ]);
}
