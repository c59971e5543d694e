import { dynamodb, dynamodbWithoutRetries } from '../../shared/stores/dynamodb/client.ts';
import { s3, s3WithoutChecksums } from '../../shared/stores/files/s3.ts';
import { sqs } from '../../shared/stores/queues/sqs.ts';

/** A command that the code under test sends to a store. */
export interface StoreCall {
  /** `DynamoDBClient`, `S3Client` or `SQSClient`. */
  readonly client: string;
  /** Such as `PutItemCommand`. */
  readonly command: string;
  readonly input: { readonly TableName?: string };
}

/** One HTTP request of a call: its first, or one of the SDK's retries. */
export interface StoreAttempt extends StoreCall {
  readonly request: {
    readonly headers: Readonly<Record<string, string>>;
    readonly body?: string | Uint8Array;
  };
}

export interface Reply {
  readonly output: object;
}

/**
 * Runs in place of a call or an attempt; what it returns or throws is the outcome. `proceed` makes the call, with the
 * given input instead of its own if there is one.
 */
export type Interceptor<Call> = (call: Call, proceed: (input?: object) => Promise<Reply>) => Promise<Reply>;

/** Where the SDK runs an interceptor: around a whole call, or inside its retries. */
const CALL = { step: 'initialize', priority: 'high' } as const;
const ATTEMPT = { step: 'deserialize', priority: 'high' } as const;

/** The SDK's middleware, without the types that only its own steps need. */
type Middleware = (
  next: (args: { input: object }) => Promise<Reply>,
  context: { clientName?: string; commandName?: string },
) => (args: { input: object }) => Promise<Reply>;

interface Stack {
  add(middleware: Middleware, place: typeof CALL | typeof ATTEMPT): void;
  remove(middleware: Middleware): boolean;
}

function intercept(place: typeof CALL | typeof ATTEMPT, interceptor: Interceptor<StoreAttempt>): Disposable {
  const stacks = [dynamodb(), dynamodbWithoutRetries(), s3(), s3WithoutChecksums(), sqs()].map(
    // The types of the clients differ in their commands alone.
    ({ middlewareStack }) => middlewareStack as unknown as Stack,
  );
  const middleware: Middleware =
    (next, { clientName = '', commandName = '' }) =>
    (args) => {
      const attempt = { client: clientName, command: commandName, ...args } as unknown as StoreAttempt;
      return interceptor(attempt, (input = args.input) => next({ ...args, input }));
    };
  for (const stack of stacks) stack.add(middleware, place);
  return {
    [Symbol.dispose]() {
      for (const stack of stacks) stack.remove(middleware);
    },
  };
}

/** Puts an interceptor around every call of this process's clients until it is disposed of; the first is the outermost. */
export const interceptCalls = (interceptor: Interceptor<StoreCall>): Disposable =>
  intercept(CALL, interceptor);

/** The same around every attempt. */
export const interceptAttempts = (interceptor: Interceptor<StoreAttempt>): Disposable =>
  intercept(ATTEMPT, interceptor);

/** The commands of the calls that match, in order, until it is disposed of. */
export function recordCalls(
  matches: (call: StoreCall) => boolean,
): Disposable & { readonly commands: string[] } {
  const commands: string[] = [];
  const interception = interceptCalls((call, proceed) => {
    if (matches(call)) commands.push(call.command);
    return proceed();
  });
  return Object.assign(interception, { commands });
}
