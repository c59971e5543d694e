import type { _Record as StreamRecord } from '@aws-sdk/client-dynamodb-streams';
import type { DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';

/** An attribute's value as JSON has it. */
function inJson(value: unknown): unknown {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64');
  if (Array.isArray(value)) return value.map(inJson);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, inJson(member)]));
}

function toRecord({ dynamodb = {}, ...record }: StreamRecord): DynamoDBRecord {
  const { ApproximateCreationDateTime: at, ...change } = dynamodb;
  return {
    ...record,
    dynamodb: {
      ...(at !== undefined && { ApproximateCreationDateTime: at.getTime() / 1000 }),
      ...(inJson(change) as object),
    },
  } as DynamoDBRecord;
}

/** Records of a stream as Lambda hands them to a function. */
export const streamEvent = (records: readonly StreamRecord[]): DynamoDBStreamEvent => ({
  Records: records.map(toRecord),
});
