import { recordChanges } from './events.ts';
import type { StreamConsumer } from './function-definition.ts';
import { relay } from './outbox.ts';

/** A table's stream feeds one of them at most: the local service keeps of a stream what one reader has not read. */
export const STREAM_CONSUMERS: readonly StreamConsumer[] = [relay, recordChanges];
