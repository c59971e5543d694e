import { isDeepStrictEqual } from 'node:util';

export const STREAM_VIEWS = ['KEYS_ONLY', 'NEW_IMAGE', 'OLD_IMAGE', 'NEW_AND_OLD_IMAGES'] as const;

/** What dynalite keeps of a table, as far as streams go. */
export interface DescribedTable {
  readonly TableName: string;
  readonly TableStatus: string;
  readonly KeySchema: readonly { AttributeName: string }[];
  readonly StreamSpecification?: {
    readonly StreamEnabled: boolean;
    readonly StreamViewType: (typeof STREAM_VIEWS)[number];
  };
  readonly LatestStreamArn?: string;
  readonly LatestStreamLabel?: string;
}

type Item = Readonly<Record<string, unknown>>;

/** The same length has the same content in another order, too. */
function isSame(before: Item, after: Item): boolean {
  const [one, other] = [JSON.stringify(before), JSON.stringify(after)];
  if (one.length !== other.length) return false;
  return one === other || isDeepStrictEqual(JSON.parse(one), JSON.parse(other));
}

/**
 * What the stream of a table says of an item that was one thing and is another, as JSON; undefined stands for no item.
 * @returns null where nothing has changed
 */
export function changeOf(
  { KeySchema, StreamSpecification }: DescribedTable,
  before: Item | undefined,
  after: Item | undefined,
): string | null {
  const item = after ?? before;
  if (item === undefined || (before !== undefined && after !== undefined && isSame(before, after)))
    return null;
  const view = StreamSpecification?.StreamViewType;
  const isBoth = view === 'NEW_AND_OLD_IMAGES';
  return JSON.stringify({
    eventName: before === undefined ? 'INSERT' : after === undefined ? 'REMOVE' : 'MODIFY',
    Keys: Object.fromEntries(KeySchema.map(({ AttributeName: name }) => [name, item[name]])),
    ...((isBoth || view === 'NEW_IMAGE') && { NewImage: after }),
    ...((isBoth || view === 'OLD_IMAGE') && { OldImage: before }),
  });
}
