/** What `vms restore` calls, of each kind of thing. */
export const RESTORE_ACTIONS = {
  tables: ['BatchGetItem', 'DeleteItem', 'PutItem', 'RestoreTableToPointInTime', 'Scan'],
  /** Those that were erased are named. */
  accounts: ['Scan'],
  /**
   * DynamoDB fills a copy with the permissions of who asked for it, who needs all that reads and writes.
   * Source: https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/backuprestore_IAM.html
   */
  copies: [
    'BatchGetItem',
    'BatchWriteItem',
    'DeleteItem',
    'DeleteTable',
    'DescribeTable',
    'GetItem',
    'PutItem',
    'Query',
    'Scan',
    'UpdateItem',
  ],
  bucket: ['ListBucket', 'ListBucketVersions'],
  versions: ['DeleteObjectVersion'],
  objects: ['DeleteObject'],
  functions: ['DeleteFunctionConcurrency', 'PutFunctionConcurrency'],
  sources: ['GetEventSourceMapping', 'UpdateEventSourceMapping'],
} as const;
