import { randomBytes } from 'node:crypto';
import { createBucket } from './operations/buckets.ts';
import type { Context } from './operations/operation.ts';
import { S3Error } from './protocol/errors.ts';
import type { Reply } from './protocol/reply.ts';
import type { S3Request } from './protocol/request.ts';
import { xmlError } from './protocol/xml.ts';
import { route } from './router.ts';

interface Answering {
  context: Context;
  /** Called with errors that clients see as InternalError. */
  onError: (error: unknown) => void;
  /** Path of the request, with or without its query. */
  resource: string;
}

/**
 * Answers a request, whichever way it came; errors are answers, too.
 * @param receive the request, once its sender is known, or a reply to one that needs no sender. @throws {S3Error}
 */
export async function answer(
  receive: () => S3Request | Reply,
  { context, onError, resource }: Answering,
): Promise<Reply> {
  const requestId = randomBytes(8).toString('hex').toUpperCase();
  const reply = await respond(receive, context).catch((error: unknown) => {
    if (!(error instanceof S3Error)) onError(error);
    return errorReply(error, resource, requestId);
  });
  const date = new Date(context.now()).toUTCString();
  return { ...reply, headers: { date, 'x-amz-request-id': requestId, ...reply.headers } };
}

async function respond(receive: () => S3Request | Reply, context: Context): Promise<Reply> {
  const request = receive();
  if ('status' in request) return request;
  const operation = route(request);
  if (operation !== createBucket && !context.store.hasBucket(request.bucket)) {
    throw new S3Error('NoSuchBucket', undefined, { BucketName: request.bucket });
  }
  return operation(request, context);
}

function errorReply(error: unknown, resource: string, requestId: string): Reply {
  const { code, message, status, details } = error instanceof S3Error ? error : new S3Error('InternalError');
  const fields = {
    Code: code,
    Message: message,
    ...details,
    Resource: resource.split('?')[0] ?? '',
    RequestId: requestId,
  };
  return { status, body: xmlError(fields) };
}
