import { listEvents } from '../../routes/events.ts';
import { documented } from './documented.ts';
import { JOB_ID, VIDEO_ID } from './samples.ts';

export const eventDocumentation = [
  documented(listEvents, {
    description:
      'Events of the last 30 days. A reader keeps `next`, sends it as `after`, and sees each event once, in its order; with `wait` it ' +
      'hears of new ones at once. Keys for some videos see the events of these alone. Events of one video, job or key have the order in ' +
      'which things happened; those of different kinds may change places by seconds, and by more after an outage (`timestamp` says when).',
    query: { after: '41', types: 'job.completed,job.failed', wait: '0' },
    response: {
      events: [
        {
          id: 'evt_5f0c1f7a9d2b4c3e8a6d7b1c0e9f8a7b',
          sequence: 42,
          type: 'job.completed',
          timestamp: '2026-07-14T09:31:20.512Z',
          version: 1,
          data: { videoId: VIDEO_ID, jobId: JOB_ID, version: 2, objectsDetected: 12 },
        },
      ],
      next: 42,
      hasMore: false,
      newest: 42,
      missed: 0,
    },
  }),
];
