import type { Page } from 'playwright-core';
import type { ErrorCode } from '../../../../shared/contract/errors.ts';
import { expectRefusals, MADE_BY_TEST } from '../../support/watched-page.ts';

/** Lets the page ask for a video, or for what belongs to it, that is there no more. */
export const expectGoneVideo = (page: Page): void =>
  expectRefusals(page, /^404 [A-Z]+ \/console\/api\/videos\//);

interface Refusal {
  status: number;
  code: ErrorCode;
  headers?: Record<string, string>;
}

/** Answers the console's calls to these paths with an error, until the routes of the page are taken away. */
export async function refuseCalls(
  page: Page,
  path: string,
  { status, code, headers }: Refusal,
): Promise<void> {
  await page.route(`**/console/api/${path}`, (route) =>
    route.fulfill({
      status,
      headers: {
        'Content-Type': 'application/json',
        'X-Request-Id': 'request-1',
        [MADE_BY_TEST]: 'yes',
        ...headers,
      },
      body: JSON.stringify({ error: { code, message: 'The service refuses this for the test.' } }),
    }),
  );
}

/** Lets calls to these paths wait for ever. */
export async function holdCalls(page: Page, path: string): Promise<void> {
  await page.route(`**/console/api/${path}`, () => {});
}

/** Answers the console's calls to these paths with this, whatever the service has. */
export async function answerCalls(page: Page, path: string, json: object): Promise<void> {
  await page.route(`**/console/api/${path}`, (route) => route.fulfill({ json }));
}

/** Changes what the service answers to the console's calls to these paths. */
export async function changeAnswers(
  page: Page,
  path: string,
  change: (answer: Record<string, unknown>) => object,
): Promise<void> {
  await page.route(`**/console/api/${path}`, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: change(await response.json()) });
  });
}
