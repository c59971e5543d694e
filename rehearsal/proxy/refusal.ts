import type { ServerResponse } from 'node:http';
import { errorAnswer } from '../../local/protocol/aws-json.ts';
import { SigV4Error } from '../../local/protocol/sigv4.ts';
import { xmlError } from '../../local/s3/protocol/xml.ts';
import { AccessDenied } from '../policies/access-control.ts';

/** Services that answer in the AWS JSON protocol; the others do so in XML. */
const IN_JSON: readonly string[] = ['dynamodb', 'sqs', 'cognito-idp', 'lambda'];

/** Answers a call that does not pass, in the form of its service. */
export function refuse(response: ServerResponse, service: string, error: unknown): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const message = error instanceof Error ? error.message : String(error);
  const isDenied = error instanceof AccessDenied || error instanceof SigV4Error;
  if (!IN_JSON.includes(service)) {
    const Code = isDenied ? 'AccessDenied' : 'NotImplemented';
    response.writeHead(isDenied ? 403 : 501, { 'content-type': 'application/xml' });
    response.end(xmlError({ Code, Message: message }));
    return;
  }
  const type = isDenied ? 'AccessDeniedException' : 'UnknownOperationException';
  const { status, headers, body } = errorAnswer({
    status: service === 'sqs' ? 403 : 400,
    type: `com.amazon.coral.service#${type}`,
    queryCode: isDenied ? 'AccessDenied' : 'InvalidAction',
    message,
  });
  response.writeHead(status, headers).end(body);
}
