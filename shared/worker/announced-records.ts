import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';

/**
 * Works on the records of a table's stream one after the other. Where the work on one fails, it and those after it are announced
 * again: the stream keeps them in order.
 * @param work resolves to whether the record is done with
 */
export async function inOrder(
  { Records }: DynamoDBStreamEvent,
  work: (record: DynamoDBRecord) => Promise<boolean>,
): Promise<DynamoDBBatchResponse> {
  for (const record of Records) {
    if (!(await work(record)))
      return { batchItemFailures: [{ itemIdentifier: record.dynamodb?.SequenceNumber ?? '' }] };
  }
  return { batchItemFailures: [] };
}
