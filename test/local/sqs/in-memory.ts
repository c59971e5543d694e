import { openDatabase } from '../../../local/sqs/database.ts';
import { createSqsService, type SqsService } from '../../../local/sqs/service.ts';
import { ManualClock } from '../../support/manual-clock.ts';

interface SqsInMemory {
  readonly clock: ManualClock;
  readonly service: SqsService;
  close(): void;
}

/** The queues without a server, in memory, on a clock that only the test advances. */
export function sqsInMemory(): SqsInMemory {
  const db = openDatabase(':memory:');
  const clock = new ManualClock(Date.UTC(2030, 0, 1));
  const service = createSqsService({
    db,
    region: 'eu-central-1',
    accountId: '000000000000',
    now: clock.now,
    timer: clock.timer,
    origin: () => 'http://sqs.test',
  });
  return { clock, service, close: () => db.close() };
}
