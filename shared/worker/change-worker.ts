import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import type { FunctionDefinition } from '../contract/function-definition.ts';
import { LEFT_ITEM } from '../contract/messages.ts';
import type { StoreName } from '../contract/needs/store-needs.ts';
import { logger } from '../kernel/logging/logging.ts';
import { type Opened, openOnce } from '../kernel/runtime/store-factories.ts';
import { itemOfImage } from '../stores/dynamodb/image.ts';
import type { Exactly, StoreFactories } from '../stores/store-factory.ts';
import { inOrder } from './announced-records.ts';

type Item = Record<string, unknown>;

/** A change of an item, as the stream of its table announces it. */
interface AnnouncedChange {
  /** The same each time it is announced. */
  readonly changeId: string;
  readonly key: Item;
  /** Null: there was none. */
  readonly before: Item | null;
  /** Null: there is none any more. */
  readonly after: Item | null;
  /** Epoch milliseconds; streams have whole seconds. */
  readonly changedAt: number;
}

function changeOf({ eventID = '', dynamodb }: DynamoDBRecord): AnnouncedChange {
  return {
    changeId: eventID,
    key: itemOfImage(dynamodb?.Keys) ?? {},
    before: itemOfImage(dynamodb?.OldImage),
    after: itemOfImage(dynamodb?.NewImage),
    changedAt: Number(dynamodb?.ApproximateCreationDateTime ?? 0) * 1000,
  };
}

/**
 * The Lambda handler of a function that is fed with the changes of tables, each with the item before and after it.
 *
 * @param store factories of the stores that the definition names, exactly these; they are opened at the first change
 * @param work throws when the change is to be announced again
 */
export function changeWorker<Stores extends readonly StoreName[], O extends StoreFactories>(
  { key }: FunctionDefinition<Stores>,
  factories: O & Exactly<Stores, O>,
  work: (change: AnnouncedChange, stores: Opened<O>) => Promise<void>,
) {
  const open = openOnce<O>(factories);

  return (event: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> => {
    const stores = open();
    return inOrder(event, async (record) => {
      try {
        await work(changeOf(record), stores);
        return true;
      } catch (error) {
        logger.error(LEFT_ITEM.failed, { function: key, id: record.eventID, error: error as Error });
        return false;
      }
    });
  };
}
