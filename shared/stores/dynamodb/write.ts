import { DeleteCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { dynamodb } from './client.ts';
import { Bindings, type Condition, type Expression } from './expression.ts';
import type { Item } from './read.ts';

/** Whether a request failed because the condition of its write did not hold. */
export const isConditionFailure = (error: unknown): boolean =>
  error instanceof Error && error.name === 'ConditionalCheckFailedException';

/** The outcome of a conditional write: null where its condition did not hold. */
async function orNull<Output>(write: Promise<Output>): Promise<Output | null> {
  try {
    return await write;
  } catch (error) {
    if (isConditionFailure(error)) return null;
    throw error;
  }
}

const expressions = (when?: Condition, change?: Expression) => {
  const bindings = new Bindings();
  return {
    ...(change !== undefined && { UpdateExpression: bindings.text(change) }),
    ...(when !== undefined && { ConditionExpression: bindings.text(when) }),
    ...bindings.placeholders,
  };
};

/** @returns the item, or null where the condition did not hold */
export async function putItem<Stored extends object>(
  TableName: string,
  item: Stored,
  when?: Condition,
): Promise<Stored | null> {
  const command = new PutCommand({ TableName, Item: item, ...expressions(when) });
  return (await orNull(dynamodb().send(command))) && item;
}

/** @returns the whole item after the update, or null where the condition did not hold */
export async function updateItem(
  TableName: string,
  Key: Item,
  change: Expression,
  {
    when,
    client = dynamodb(),
    ...options
  }: { when?: Condition; client?: ReturnType<typeof dynamodb>; abortSignal?: AbortSignal } = {},
): Promise<Item | null> {
  const command = new UpdateCommand({
    TableName,
    Key,
    ...expressions(when, change),
    ReturnValues: 'ALL_NEW',
  });
  return (await orNull(client.send(command, options)))?.Attributes ?? null;
}

/** Deletes the item if there is one and, where a condition is given, it holds. */
export async function deleteItem(TableName: string, Key: Item, when?: Condition): Promise<void> {
  await orNull(dynamodb().send(new DeleteCommand({ TableName, Key, ...expressions(when) })));
}

/**
 * Makes a conditional write that counts as made if an earlier attempt of ours made it:
 *
 *     request ─▶ written, reply lost ─▶ the SDK's retry ─▶ condition fails: our own write is in the way
 *     request ─▶ written, all replies lost               ─▶ the request fails, though it was written
 *
 * In both cases the stored item says whose write it is.
 *
 * @param write resolves to null where its condition did not hold
 * @param read the item that stands, read consistently
 * @param isOurs recognises our write, by an id that no other write has
 * @returns whether the write was made, and what stands
 * @throws what `write` throws, unless the write was made all the same
 */
export async function writeOnce<Stored>(
  write: () => Promise<Stored | null>,
  read: () => Promise<Stored | null>,
  isOurs: (standing: Stored) => boolean,
): Promise<{ made: true; standing: Stored } | { made: false; standing: Stored | null }> {
  const [attempt] = await Promise.allSettled([write()]);
  if (attempt.status === 'fulfilled' && attempt.value !== null)
    return { made: true, standing: attempt.value };
  const standing = await read();
  if (standing !== null && isOurs(standing)) return { made: true, standing };
  if (attempt.status === 'rejected') throw attempt.reason;
  return { made: false, standing };
}
