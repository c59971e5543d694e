import type { JobStatus } from '../client/answers.ts';
import type { Client } from '../client/client.ts';
import { isApiFailure } from '../client/failure.ts';
import { getProcessingStatus } from '../shared/contract/routes/processing.ts';
import type { Context } from './command.ts';
import { counted } from './format.ts';
import { printable } from './printable.ts';

/** The text about a video without objects: whether a job has looked for some, and what came of it. */
export async function explainNoObjects(
  { signal }: Pick<Context, 'signal'>,
  client: Client,
  id: string,
): Promise<string> {
  const job = await latestJob(client, id, signal);
  if (job === null)
    return `There are no objects; "vms process ${id}" looks for some, "vms surface ${id}" marks one.`;
  return `There are no objects. ${printable(outcomeOf(job))} "vms status ${id}" shows more.`;
}

async function latestJob(client: Client, id: string, signal: AbortSignal): Promise<JobStatus | null> {
  try {
    return await client.call(getProcessingStatus, { params: { id }, signal });
  } catch (error) {
    if (isApiFailure(error, 'JOB_NOT_FOUND')) return null;
    throw error;
  }
}

function outcomeOf({ status, error, model, samples, objectsDetected }: JobStatus): string {
  switch (status) {
    case 'queued':
    case 'processing':
      return 'A detection job is not over yet.';
    case 'failed':
      return `The latest detection job failed${error === undefined ? '.' : `: ${error.message}`}`;
    case 'cancelled':
      return 'The latest detection job was cancelled.';
    case 'completed':
      return objectsDetected === 0
        ? `The latest detection job, with ${model}, found none in the ${counted(samples.processed, 'frame')} that it took.`
        : `The latest detection job found ${counted(objectsDetected, 'object')}; the newest version has none any more.`;
  }
}
