import { type Need, PARKED_ACTIONS } from '../../../shared/contract/needs/need.ts';

const named = (
  record: { readonly [name: string]: readonly string[] | undefined },
  text: (name: string, item: string) => string,
): string[] => Object.entries(record).flatMap(([name, items = []]) => items.map((item) => text(name, item)));

/** Every permission that a grant gives, as `action resource`, or `setting name`; without the signer's role. */
export const permissionsOf = (need: Required<Need>): string[] =>
  [
    ...named(need.tables, (table, action) => `dynamodb:${action} ${table}`),
    ...named(need.indexes, (table, index) => `dynamodb:Query ${table}/${index}`),
    ...named(need.objects, (prefix, action) => `s3:${action} ${prefix}`),
    ...(need.listsObjects ? ['s3:ListBucket'] : []),
    ...(need.listsUploads ? ['s3:ListBucketMultipartUploads'] : []),
    ...need.queues.map((queue) => `sqs:SendMessage ${queue}`),
    ...need.parked.flatMap((queue) => PARKED_ACTIONS.map((action) => `sqs:${action} parked ${queue}`)),
    ...need.visibility.map((queue) => `sqs:ChangeMessageVisibility ${queue}`),
    ...need.settings.map((setting) => `setting ${setting}`),
  ].sort();
