import type { SweeperStores } from './sweeper-stores.ts';

/**
 * Sends the steps that the relay was not told of, or could not send. A change of visibility comes too late by now.
 * @throws AggregateError for what cannot be sent, or not be understood; the rest was sent nevertheless
 */
export async function sweepOutbox({
  outbox,
  detection,
  environment: { runtime },
}: SweeperStores): Promise<void> {
  const relay = async (id: string): Promise<void> => {
    const message = await outbox.get(id);
    if (message?.kind === 'steps') await detection.send(message.messages);
    if (message !== null) await outbox.delete(id);
  };
  const failures: unknown[] = [];
  for await (const id of outbox.due(runtime.now())) {
    await relay(id).catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0) throw new AggregateError(failures, 'Not everything in the outbox could be sent');
}
