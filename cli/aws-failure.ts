import { RECOVERY_DAYS } from '../shared/contract/resources.ts';
import { CommandFailure } from './failures.ts';

const UNREACHABLE = new Set([
  'ENOTFOUND',
  'ECONNREFUSED',
  'ECONNRESET',
  'ETIMEDOUT',
  'EAI_AGAIN',
  'EHOSTUNREACH',
]);
const REFUSED_CREDENTIALS =
  /^(Expired|InvalidClientTokenId|UnrecognizedClient|SignatureDoesNotMatch|InvalidSignature|InvalidAccessKeyId|IncompleteSignature|RequestExpired)/;
const NOT_THERE =
  /^(ResourceNotFoundException|QueueDoesNotExist|AWS\.SimpleQueueService\.NonExistentQueue|NoSuchBucket)/;

interface AwsError extends Error {
  readonly code?: string;
  readonly $metadata?: { readonly httpStatusCode?: number };
}

/**
 * What an operator can do about an error of AWS, in one line; null for one that is not about how AWS was called.
 * @param stack the stack that the command works on, and its region where one is set
 */
export function awsFailure(
  error: unknown,
  { stack, region }: { stack: string; region: string | null },
): CommandFailure | null {
  if (!(error instanceof Error)) return null;
  const { name, message, code = '', $metadata }: AwsError = error;
  const failure = (kind: string, text: string) => new CommandFailure(kind, text, { cause: error });
  const where = region ?? 'the region';

  if (/^Region (is missing|not accepted)/.test(message)) {
    return failure(
      'AWS_REGION_MISSING',
      'No AWS region is set: set AWS_REGION, or AWS_PROFILE to a profile that has one.',
    );
  }
  if (name === 'CredentialsProviderError' || name === 'TokenProviderError') {
    return failure(
      'AWS_CREDENTIALS_MISSING',
      `No AWS credentials were found: set AWS_PROFILE or AWS_ACCESS_KEY_ID, or log in again (${firstLine(message)})`,
    );
  }
  if (REFUSED_CREDENTIALS.test(name)) {
    return failure('AWS_CREDENTIALS_REFUSED', `AWS does not accept these credentials: ${firstLine(message)}`);
  }
  if (name === 'ValidationError' && message.includes('does not exist')) {
    return failure(
      'STACK_NOT_FOUND',
      `There is no stack ${stack} in ${where} of this AWS account: check --stack, AWS_REGION and AWS_PROFILE.`,
    );
  }
  if (name.startsWith('AccessDenied') || $metadata?.httpStatusCode === 403) {
    return failure(
      'AWS_ACCESS_DENIED',
      `AWS does not permit this: ${firstLine(message)} (docs/deploy.md names the policy that operators need)`,
    );
  }
  if (name === 'InvalidRestoreTimeException' || name === 'PointInTimeRecoveryUnavailableException') {
    return failure(
      'NOT_RECOVERABLE',
      `DynamoDB cannot restore this moment: it must be five minutes to ${RECOVERY_DAYS} days ago.`,
    );
  }
  if (NOT_THERE.test(name)) {
    return failure('STACK_INCOMPLETE', `What ${stack} names in its outputs is not there: deploy it again.`);
  }
  if (UNREACHABLE.has(code) || name === 'TimeoutError') {
    return failure('AWS_UNREACHABLE', `AWS cannot be reached in ${where}: check AWS_REGION and the network.`);
  }
  return null;
}

const firstLine = (text: string): string => text.split('\n', 1)[0] ?? '';
