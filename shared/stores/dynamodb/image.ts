import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { Item } from './read.ts';

/** The item that a stream shows, as reads return it; null where it shows none. */
export const itemOfImage = (image: unknown): Item | null =>
  image === undefined ? null : unmarshall(image as Record<string, AttributeValue>);
