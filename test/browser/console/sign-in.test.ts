import { expect } from 'vitest';
import { sampledRows } from '../../support/run/long.ts';
import { accessibilityFaults } from '../support/accessibility.ts';
import { LOOKS, screenshot } from '../support/screenshot.ts';
import { signIn, submitSignIn, test } from './support/running-console.ts';

const WRONG = 'The user name or the password is wrong.';

test('the demo user signs in with the printed password, and a reload asks for nothing', async ({
  page,
  service,
}) => {
  await page.goto(service.origin);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await submitSignIn(page, service.demoUser);
  await page.waitForURL(`${service.origin}/videos`);
  await page.reload();
  await page.waitForURL(`${service.origin}/videos`);
  await page.getByRole('navigation', { name: 'Console' }).waitFor();
});

test('the pages are built for production, also by a process that is not', async ({ page, service }) => {
  expect(process.env.NODE_ENV).not.toBe('production');
  const scripts: string[] = [];
  page.on('request', (request) => scripts.push(request.url()));
  await signIn(page, service);
  const texts = await Promise.all(
    scripts.filter((url) => url.endsWith('.js')).map(async (url) => (await fetch(url)).text()),
  );
  expect(texts.length).toBeGreaterThan(2);
  expect(texts.filter((text) => text.includes('jsxDEV'))).toEqual([]);
});

test('a wrong password and an unknown name get the same answer, and leave the name in its field', async ({
  page,
  service,
}) => {
  await page.goto(`${service.origin}/keys`);
  const texts: string[] = [];
  for (const name of ['demo', 'nobody']) {
    await submitSignIn(page, { name, password: 'wrong' });
    await page.getByRole('alert').waitFor();
    texts.push(await page.getByRole('main').innerText());
    expect(await page.getByLabel('User name').inputValue()).toBe(name);
    expect(await page.getByLabel('Password').inputValue()).toBe('');
  }
  expect(texts[0]).toContain(WRONG);
  expect(texts[1]).toBe(texts[0]);
  await submitSignIn(page, service.demoUser);
  await page.waitForURL(`${service.origin}/keys`);
});

test.for(sampledRows(LOOKS))(
  'the sign-in page is accessible: $colorScheme, $viewport.width px',
  { tags: 'sampled' },
  async (look, { openPage, service }) => {
    const page = await openPage(look);
    await page.goto(`${service.origin}/videos`);
    await page.waitForURL(/\/signin\//);
    expect(await accessibilityFaults(page)).toEqual([]);
    await submitSignIn(page, { name: 'demo', password: 'wrong' });
    await page.getByRole('alert').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await screenshot(page, 'sign-in-wrong');
  },
);

test('signing in leads to the page that was asked for, with its query', async ({ page, service }) => {
  await signIn(page, service, '/videos?page=2');
});
