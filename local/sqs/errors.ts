/** Prefix of the legacy error codes that SQS still names in the `x-amzn-query-error` header. */
const legacy = 'AWS.SimpleQueueService.';

/**
 * An error for the client. `type` is its shape name in the JSON protocol, `queryCode` its code in the older query
 * protocol; SDKs read the latter from the `x-amzn-query-error` header.
 */
export class SqsError extends Error {
  readonly type: string;
  readonly queryCode: string;
  readonly status: number;

  constructor(type: string, queryCode: string, message: string, status = 400) {
    super(message);
    this.type = type;
    this.queryCode = queryCode;
    this.status = status;
  }
}

const sqs = (shape: string) => `com.amazonaws.sqs#${shape}`;
const coral = (shape: string) => `com.amazon.coral.service#${shape}`;

/** An SQS error whose legacy code is its shape name after the service prefix, as for most. */
const prefixed = (shape: string, message: string) => new SqsError(sqs(shape), `${legacy}${shape}`, message);
/** An SQS error whose legacy code is its shape name. */
const plain = (shape: string, message: string) => new SqsError(sqs(shape), shape, message);

export const queueDoesNotExist = () =>
  new SqsError(sqs('QueueDoesNotExist'), `${legacy}NonExistentQueue`, 'The specified queue does not exist.');

export const queueNameExists = (attribute: string) =>
  new SqsError(
    sqs('QueueNameExists'),
    'QueueAlreadyExists',
    `A queue already exists with the same name and a different value for attribute ${attribute}`,
  );

export const emptyBatch = () =>
  prefixed('EmptyBatchRequest', 'There should be at least one entry in the request.');
export const tooManyEntries = (count: number) =>
  prefixed(
    'TooManyEntriesInBatchRequest',
    `Maximum number of entries per request are 10. You have sent ${count}.`,
  );
export const entryIdsNotDistinct = (id: string) => prefixed('BatchEntryIdsNotDistinct', `Id ${id} repeated.`);
export const invalidEntryId = () =>
  prefixed(
    'InvalidBatchEntryId',
    'A batch entry id can only contain alphanumeric characters, hyphens and underscores. It can be at most 80 letters long.',
  );
export const batchTooLong = (limit: number, sent: number) =>
  prefixed(
    'BatchRequestTooLong',
    `Batch requests cannot be longer than ${limit} bytes. You have sent ${sent} bytes.`,
  );
export const messageNotInflight = () => prefixed('MessageNotInflight', 'The message is not in flight.');
export const unsupportedOperation = (message: string) => prefixed('UnsupportedOperation', message);

export const invalidAttributeName = (name: string) =>
  plain('InvalidAttributeName', `Unknown Attribute ${name}.`);
export const invalidAttributeValue = (name: string) =>
  plain('InvalidAttributeValue', `Invalid value for the parameter ${name}.`);
export const invalidMessageContents = () =>
  plain(
    'InvalidMessageContents',
    'Invalid characters found. Valid unicode characters are #x9 | #xA | #xD | #x20 to #xD7FF | #xE000 to #xFFFD | #x10000 to #x10FFFF.',
  );
export const receiptHandleIsInvalid = (handle: string) =>
  plain('ReceiptHandleIsInvalid', `The input receipt handle "${handle}" is not a valid receipt handle.`);
export const invalidAddress = (address: string) =>
  plain('InvalidAddress', `The address ${address} is not valid for this endpoint.`);

export const invalidParameterValue = (parameter: string, value: unknown, reason: string) =>
  new SqsError(
    coral('InvalidParameterValueException'),
    'InvalidParameterValue',
    `Value ${typeof value === 'string' ? value : JSON.stringify(value)} for parameter ${parameter} is invalid. Reason: ${reason}`,
  );
export const missingParameter = (parameter: string) =>
  new SqsError(
    coral('MissingRequiredParameterException'),
    'MissingParameter',
    `The request must contain the parameter ${parameter}.`,
  );
export const serialization = (message: string) =>
  new SqsError(coral('SerializationException'), 'MalformedInput', message);
export const unknownOperation = () =>
  new SqsError(
    coral('UnknownOperationException'),
    'InvalidAction',
    'The operation is not known to this service.',
  );
export const internalFailure = () =>
  new SqsError(
    coral('InternalFailure'),
    'InternalFailure',
    'The request failed because of an internal error.',
    500,
  );
