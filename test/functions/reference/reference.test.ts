import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { endpointsFor } from '../../../shared/contract/audience.ts';
import type { OpenApiDocument } from '../../../shared/contract/openapi/types.ts';
import { startTestService, type TestService } from '../../support/service/test-service.ts';

let service: TestService;

beforeAll(async () => {
  service = await startTestService({ worker: false });
});

const ask = (path: string, init: RequestInit = {}) => fetch(`${service.apiUrl}${path}`, init);

describe.each(['/api/openapi.json', '/api/docs'])('%s', (path) => {
  test('is open, to wrong keys as well', async () => {
    for (const headers of [{}, { Authorization: 'Bearer nonsense' }]) {
      expect((await ask(path, { headers })).status).toBe(200);
    }
  });

  test('carries a request id and CORS headers, may be kept for a while, and counts for nobody', async () => {
    const { headers } = await ask(path);
    expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(headers.get('cache-control')).toBe('public, max-age=300');
    expect(headers.get('x-ratelimit-limit')).toBeNull();
  });

  test('is open for reading only: any other method needs a key', async () => {
    expect((await ask(path, { method: 'POST' })).status).toBe(401);
    const headers = { Authorization: `Bearer ${service.apiKey}` };
    expect((await ask(path, { method: 'POST', headers })).status).toBe(404);
  });
});

describe('the address of the service', () => {
  test('leads to the page for people, without a key', async () => {
    const { status, headers } = await ask('/', { redirect: 'manual' });
    expect([status, headers.get('location')]).toEqual([302, 'api/docs']);
    const response = await ask('/');
    expect(new URL(response.url).pathname).toBe('/api/docs');
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
  });

  test('takes nothing but GET without a key', async () => {
    expect((await ask('/', { method: 'POST' })).status).toBe(401);
    const headers = { Authorization: `Bearer ${service.apiKey}` };
    expect((await ask('/', { method: 'POST', headers })).status).toBe(404);
  });
});

test('the description is served as OpenAPI 3.1, its paths relative to the host', async () => {
  const response = await ask('/api/openapi.json');
  expect(response.headers.get('content-type')).toBe('application/json');
  const document = (await response.json()) as OpenApiDocument;
  expect(document).toMatchObject({ openapi: '3.1.1', servers: [{ url: '/' }] });
  expect(Object.keys(document.paths).sort()).toEqual([
    ...new Set(
      endpointsFor('integrators')
        .map((definition) => definition.path)
        .sort(),
    ),
  ]);
});

describe('the page for people', () => {
  let response: Response;
  let page: string;

  beforeAll(async () => {
    response = await ask('/api/docs');
    page = await response.text();
  });

  test('is HTML that loads, runs, frames and sends nothing', () => {
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    const [, style = ''] = /<style>(.*?)<\/style>/s.exec(page) ?? [];
    const hash = createHash('sha256').update(style).digest('base64');
    expect(response.headers.get('content-security-policy')?.split('; ')).toEqual([
      "default-src 'none'",
      `style-src 'sha256-${hash}'`,
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ]);
    expect(style).not.toMatch(/url\(|@import/);
    expect(page).not.toMatch(/<(script|link|img|iframe|object|embed|form)\b|\s(style|on\w+|src)=/);
  });

  test('has every endpoint, and every link on it leads somewhere', () => {
    const ids = [...page.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
    const targets = [...page.matchAll(/href="([^"]+)"/g)].map(([, target]) => target);
    expect(targets.filter((target) => !ids.includes(target?.replace('#', '')))).toEqual(['openapi.json']);
    const endpoints = [...page.matchAll(/<section class="endpoint"/g)];
    expect(endpoints).toHaveLength(endpointsFor('integrators').length);
  });

  test('lists under errors nothing but errors', () => {
    const tables = [...page.matchAll(/<table class="errors">.*?<\/table>/gs)].map(([table]) => table);
    const statuses = tables.flatMap((table) =>
      [...table.matchAll(/<th scope="row">(\d+)/g)].map(([, status]) => Number(status)),
    );
    expect(Math.min(...statuses)).toBe(400);
  });

  test('shows examples as they are, with nothing taken for markup', () => {
    expect(page).toContain('{&quot;id&quot;: &quot;…&quot;, &quot;$delete&quot;: true}');
    expect(page).not.toMatch(/\bundefined\b|\[object /);
  });
});
