import type { Place } from '../template/attributes.ts';
import { type RequiredAccess, type StoreRequest, UnknownRequest } from './required-access.ts';

/**
 * What a request to SQS must be allowed to do; a batch asks for the same as its members.
 * Source: "Actions, resources, and condition keys for Amazon SQS",
 * https://docs.aws.amazon.com/service-authorization/latest/reference/list_amazonsqs.html
 */
export function requiredBySqs(
  { headers, body }: StoreRequest,
  { region, accountId }: Pick<Place, 'region' | 'accountId'>,
): RequiredAccess {
  const operation = String(headers['x-amz-target']).split('.')[1] ?? '';
  const { QueueUrl, QueueName } = JSON.parse(body) as { QueueUrl?: string; QueueName?: string };
  const name = QueueUrl?.split('/').at(-1) ?? QueueName;
  if (operation === '' || name === undefined) throw new UnknownRequest(`SQS: ${operation}`);
  const action = `sqs:${operation.replace(/Batch$/, '')}`;
  return [{ action, resource: `arn:aws:sqs:${region}:${accountId}:${name}`, context: {} }];
}
