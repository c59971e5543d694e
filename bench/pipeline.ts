import { randomUUID } from 'node:crypto';
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda';
import { whoami } from '../shared/contract/routes/account.ts';
import { patchMetadata } from '../shared/contract/routes/metadata.ts';
import { SCOPES } from '../shared/contract/scopes.ts';
import { toAuthorizerContext } from '../shared/domain/keys/authorizer-context.ts';
import { endpoint } from '../shared/http/endpoint.ts';
import { compare, costOf, interleave, type Section } from './measure.ts';

const CALLS = 5000;

type Handler = (event: APIGatewayProxyEvent, context: Context) => Promise<APIGatewayProxyResult>;

const PATCH_BODY = JSON.stringify({
  layers: [{ id: 'demo', overlays: [{ id: 'title', name: 'Title', position: { x: 0.5, y: 0.1 } }] }],
});

/** An event of API Gateway (REST, Lambda proxy integration), as far as the pipeline reads it. */
function eventOf(body: string | null): APIGatewayProxyEvent {
  const authorizer = toAuthorizerContext(
    {
      accountId: randomUUID(),
      kind: 'key',
      keyId: randomUUID(),
      keyName: 'Benchmark',
      scopes: [...SCOPES],
      projectIds: null,
    },
    { limit: 1000, remaining: 999, resetAt: 1_800_000_000, exceeded: false },
  );
  return {
    headers: { 'Content-Type': 'application/json' },
    pathParameters: body === null ? null : { id: randomUUID() },
    queryStringParameters: null,
    requestContext: { requestId: randomUUID(), authorizer },
    body: body === null ? null : Buffer.from(body).toString('base64'),
    isBase64Encoded: body !== null,
  } as unknown as APIGatewayProxyEvent;
}

const ANSWER = { success: true, version: 2, updatedAt: '2026-01-01T00:00:00.000Z' };

const bare: Handler = async () => ({
  statusCode: 200,
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(ANSWER),
});

const identify: Handler = endpoint(whoami, {}, async ({ principal }) => ({
  body: {
    userId: principal.accountId,
    keyId: principal.keyId,
    name: principal.keyName,
    scopes: [...principal.scopes],
    projectIds: null,
  },
}));

const patch: Handler = endpoint({ ...patchMetadata, stores: [] }, {}, async () => ({ body: ANSWER }));

/** Microseconds of processor time a call, over {@link CALLS}. */
async function cpuOf(handler: Handler, body: string | null): Promise<number> {
  const event = eventOf(body);
  const { cpuMs } = await costOf(async () => {
    for (let call = 0; call < CALLS; call++) {
      const { statusCode } = await handler(event, {} as Context);
      if (statusCode !== 200) throw new Error(`the pipeline answered ${statusCode}`);
    }
  });
  return (cpuMs * 1000) / CALLS;
}

/** The cost of the endpoint pipeline, from the authorizer's context to the response. */
export async function benchPipeline({ repetitions }: { readonly repetitions: number }): Promise<Section> {
  const values = await interleave(repetitions, {
    bare: () => cpuOf(bare, null),
    identify: () => cpuOf(identify, null),
    patch: () => cpuOf(patch, PATCH_BODY),
  });
  const baseline = { name: 'bare handler', values: values.bare };
  const unit = 'CPU µs/request';
  return {
    title: 'Endpoint pipeline',
    conditions: [
      'from the authorizer’s context over validated input to the response, without stores, in this process',
      'the aim is 100 µs above the bare handler',
    ],
    comparisons: [
      compare({ name: 'whoami', values: values.identify }, baseline, unit),
      compare({ name: 'PATCH metadata', values: values.patch }, baseline, unit),
    ],
  };
}
