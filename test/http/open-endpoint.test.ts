import type { APIGatewayProxyEvent, Context } from 'aws-lambda';
import { expect, test } from 'vitest';
import { getOpenApi } from '../../shared/contract/routes/reference.ts';
import { openEndpoint } from '../../shared/http/open-endpoint.ts';

const handler = openEndpoint(getOpenApi, ({ basePath }) => ({ body: { openapi: basePath } }));

const basePathOf = async (path: string): Promise<string> => {
  const event = { headers: {}, requestContext: { requestId: 'r', path } } as unknown as APIGatewayProxyEvent;
  const { body } = await handler(event, {} as Context);
  return (JSON.parse(body) as { openapi: string }).openapi;
};

test('an open endpoint knows below which path the routes lie', async () => {
  expect(await basePathOf('/api/openapi.json')).toBe('');
  expect(await basePathOf('/prod/api/openapi.json')).toBe('/prod');
  expect(await basePathOf('/videos/v1/api/openapi.json')).toBe('/videos/v1');
});

test('a path that is not the route lies nowhere below it', async () => {
  expect(await basePathOf('/elsewhere')).toBe('');
});
