/**
 * What Lambda's Node runtime does in a function's process: it takes invocations from the Runtime API, one at a time, and answers
 * them. Nothing but Node's modules is imported, so that a bundle brings all that it needs.
 * Source: "Using the Lambda runtime API", https://docs.aws.amazon.com/lambda/latest/dg/runtimes-api.html
 */
import { existsSync } from 'node:fs';
import { Agent, type ClientRequest, type IncomingMessage, request as send } from 'node:http';
import path from 'node:path';
import type { Writable } from 'node:stream';
import { pathToFileURL } from 'node:url';

type Handler = (event: unknown, ...rest: unknown[]) => unknown;

const STREAMING = Symbol('streams its answer');
/** Between the head of a streamed answer and its body. */
const DELIMITER = Buffer.alloc(8);

const api = `http://${process.env.AWS_LAMBDA_RUNTIME_API}/2018-06-01/runtime`;
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

const open = (method: string, route: string, headers: Record<string, string> = {}): ClientRequest =>
  send(api + route, { method, headers, agent });

const responseOf = (request: ClientRequest): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => request.on('response', resolve).on('error', reject));

async function bodyOf(message: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

async function post(route: string, body: unknown): Promise<void> {
  const request = open('POST', route, { 'Content-Type': 'application/json' });
  const replied = responseOf(request);
  // A handler that returns nothing answers null.
  request.end(JSON.stringify(body ?? null));
  (await replied).resume();
}

const report = (error: unknown): { errorType: string; errorMessage: string; stackTrace: string[] } => {
  const { name, message, stack = '' } = error instanceof Error ? error : new Error(String(error));
  return { errorType: name, errorMessage: message, stackTrace: stack.split('\n').slice(1) };
};

Object.assign(globalThis, {
  awslambda: {
    streamifyResponse: (handler: Handler) => Object.assign(handler, { [STREAMING]: true }),
    HttpResponseStream: {
      from(stream: Writable, prelude: unknown) {
        stream.write(JSON.stringify(prelude));
        stream.write(DELIMITER);
        return stream;
      },
    },
  },
});

/** Loads the handler, which `folder/file.export` names; as in Lambda only from files of JavaScript. */
async function loadHandler(): Promise<Handler> {
  const name = process.env._HANDLER ?? '';
  const [module, member = ''] = name.split(/\.(?=[^./]+$)/);
  const file = ['.js', '.mjs', '.cjs']
    .map((extension) => path.join(process.env.LAMBDA_TASK_ROOT ?? '', module + extension))
    .find(existsSync);
  if (file === undefined) throw new Error(`Cannot find module ${module}`);
  const handler = ((await import(pathToFileURL(file).href)) as Record<string, unknown>)[member];
  if (typeof handler !== 'function') throw new Error(`${name} is undefined or not exported`);
  return handler as Handler;
}

async function stream(handler: Handler, id: string, event: unknown, context: unknown): Promise<void> {
  const request = open('POST', `/invocation/${id}/response`, {
    'Content-Type': 'application/vnd.awslambda.http-integration-response',
    'Lambda-Runtime-Function-Response-Mode': 'streaming',
    'Transfer-Encoding': 'chunked',
  });
  const replied = responseOf(request);
  try {
    await handler(event, request, context);
    if (!request.writableEnded) request.end();
    // Answered once all of it has been taken.
    (await replied).resume();
  } catch (error) {
    process.stderr.write(`${JSON.stringify(report(error))}\n`);
    const hasBegun = request.headersSent;
    request.destroy();
    await replied.catch(() => undefined);
    if (!hasBegun) await post(`/invocation/${id}/error`, report(error));
  }
}

async function work(handler: Handler): Promise<void> {
  const asking = open('GET', '/invocation/next');
  asking.end();
  const next = await responseOf(asking);
  const header = (name: string): string => String(next.headers[`lambda-runtime-${name}`]);
  const event: unknown = JSON.parse(await bodyOf(next));
  const id = header('aws-request-id');
  process.env._X_AMZN_TRACE_ID = header('trace-id');
  const context = {
    awsRequestId: id,
    functionName: process.env.AWS_LAMBDA_FUNCTION_NAME,
    invokedFunctionArn: header('invoked-function-arn'),
    memoryLimitInMB: process.env.AWS_LAMBDA_FUNCTION_MEMORY_SIZE,
    getRemainingTimeInMillis: () => Number(header('deadline-ms')) - Date.now(),
  };
  if (STREAMING in handler) {
    await stream(handler, id, event, context);
    return;
  }
  const [route, body] = await Promise.resolve()
    .then(() => handler(event, context))
    .then((answer): [string, unknown] => ['response', answer])
    .catch((error: unknown): [string, unknown] => ['error', report(error)]);
  await post(`/invocation/${id}/${route}`, body);
}

try {
  const handler = await loadHandler();
  for (;;) await work(handler);
} catch (error) {
  await post('/init/error', report(error)).catch(() => undefined);
  process.exit(1);
}
