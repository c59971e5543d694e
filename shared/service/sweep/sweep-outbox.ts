import { following } from '../../kernel/logging/request-context.ts';
import { continuing } from '../../stores/tracing/continue-trace.ts';
import { type RunTime, type Swept, sweepEach } from './sweep-each.ts';
import type { SweeperStores } from './sweeper-stores.ts';

/** Sends the steps that the relay did not get, or could not send. A change of visibility comes too late by now. */
export async function sweepOutbox(
  { outbox, detection, environment: { runtime } }: SweeperStores,
  time: RunTime,
): Promise<Swept> {
  return sweepEach(outbox.due(runtime.now()), time, async ({ id }) => {
    const message = await outbox.get(id);
    if (message === null) return;
    await following(message.requestId, () =>
      continuing(message.trace, async () => {
        if (message.kind === 'steps') await detection.send(message.messages);
        await outbox.delete(id);
      }),
    );
  });
}
