/** A call of an SDK client. */
export interface Call {
  /** Such as `DynamoDBClient`. */
  readonly client: string;
  /** Such as `GetItemCommand`. */
  readonly command: string;
  readonly input: object;
}

interface Metadata {
  readonly requestId?: string;
  readonly attempts?: number;
}

interface Response {
  readonly statusCode?: number;
}

/** What a client's middleware gets of a call that succeeds. */
export interface Answer {
  readonly response: unknown;
  readonly output: { readonly $metadata?: Metadata };
}

/** What a call fails with; without a response where it got none. */
export interface Failure {
  readonly name: string;
  readonly $response?: unknown;
  readonly $metadata?: Metadata;
}

export type Outcome = Answer | Failure;

/** The most characters of a value. */
const LONGEST = 250;

/** The tables of a batch or a transaction, each once. */
function tablesOf(input: { RequestItems?: object; TransactItems?: readonly object[] }): string[] {
  const actions = (input.TransactItems ?? []).flatMap((item) => Object.values(item));
  const named = actions.map(({ TableName }: { TableName: string }) => TableName);
  return [...new Set([...Object.keys(input.RequestItems ?? {}), ...named])];
}

/** What is called. Neither keys nor expressions, items or messages: these are customers'. */
function resourceOf(input: {
  TableName?: string;
  QueueUrl?: string;
  Bucket?: string;
  RequestItems?: object;
  TransactItems?: readonly object[];
}) {
  const tables = tablesOf(input);
  return {
    table_name: input.TableName,
    table_names: tables.length > 0 ? tables : undefined,
    queue_url: input.QueueUrl,
    bucket_name: input.Bucket,
  };
}

const THROTTLING = /Throttl|SlowDown|ProvisionedThroughputExceeded|RequestLimitExceeded|TooManyRequests/;

/**
 * Whose fault it is, in the words of X-Ray: `error` is the caller's, also where a condition does not hold, `fault` that of the
 * service or of the way to it.
 */
function blameFor(name: string, status: number | undefined) {
  if (status === 429 || THROTTLING.test(name)) return { error: true, throttle: true };
  if (name === 'AbortError') return { error: true };
  if (status === undefined || status >= 500) return { fault: true };
  return status >= 400 ? { error: true } : {};
}

const responseOf = (outcome: Outcome): Response =>
  (('name' in outcome ? outcome.$response : outcome.response) ?? {}) as Response;

/** Whether a request was sent: that of an address which is only signed is not. */
export const wasSent = (outcome: Outcome): boolean =>
  'name' in outcome || responseOf(outcome).statusCode !== undefined;

/**
 * What a subsegment says of a call.
 * Source: "AWS X-Ray segment documents", https://docs.aws.amazon.com/xray/latest/devguide/xray-api-segmentdocuments.html
 */
export function callDocument({ client, command, input }: Call, outcome: Outcome) {
  const metadata = 'name' in outcome ? outcome.$metadata : outcome.output.$metadata;
  const { statusCode } = responseOf(outcome);
  return {
    name: client.replace(/Client$/, ''),
    namespace: 'aws',
    aws: {
      operation: command.replace(/Command$/, ''),
      request_id: metadata?.requestId,
      retries: Math.max(0, (metadata?.attempts ?? 1) - 1),
      ...resourceOf(input),
    },
    ...(statusCode !== undefined && { http: { response: { status: statusCode } } }),
    ...('name' in outcome && blameFor(outcome.name, statusCode)),
  };
}

/** The error's name as X-Ray's `cause`; its message may name a key. */
export const causeOf = (name: string, id: string) => ({
  exceptions: [{ id, type: name.slice(0, LONGEST), remote: true }],
});
