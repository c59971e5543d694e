import type { ApiKey } from '../../domain/keys/api-key.ts';
import { type Condition, condition, type Expression } from '../dynamodb/expression.ts';
import type { Item } from '../dynamodb/read.ts';
import { updateItem } from '../dynamodb/write.ts';

/** The key of an item; earlier releases wrote neither who made it nor what it replaces. */
export const toKey = (item: Item): ApiKey =>
  ({ createdBy: null, replaces: null, ...item }) as unknown as ApiKey;

/** Changes a key that is there. @returns the key, or null where it is gone or the condition does not hold */
export async function changeKey(
  table: string,
  keyHash: string,
  change: Expression,
  when: Condition,
): Promise<ApiKey | null> {
  const item = await updateItem(table, { keyHash }, change, {
    when: condition`attribute_exists(keyHash) AND ${when}`,
  });
  return item && toKey(item);
}
