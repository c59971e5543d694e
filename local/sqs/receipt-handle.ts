import { receiptHandleIsInvalid } from './errors.ts';

/** Names one receive of one message: a later receive has another token. */
export interface Receipt {
  readonly queue: string;
  readonly messageId: string;
  readonly token: string;
}

const separator = '/';

export const formatReceiptHandle = ({ queue, messageId, token }: Receipt): string =>
  Buffer.from([queue, messageId, token].join(separator)).toString('base64url');

/** @throws {SqsError} ReceiptHandleIsInvalid when it is not a handle of `queue` */
export function parseReceiptHandle(handle: string, queue: string): Receipt {
  const [name, messageId, token, ...rest] = Buffer.from(handle, 'base64url').toString().split(separator);
  if (name !== queue || !messageId || !token || rest.length > 0) throw receiptHandleIsInvalid(handle);
  return { queue, messageId, token };
}
