import type { JobFailure } from '../../domain/job/job.ts';

/** Of a job of which nothing has happened. */
export const NOT_STARTED: JobFailure = { code: 'NOT_STARTED', message: 'The job could not be started.' };
