import { decodeJwt } from 'jose';
import { expect } from 'vitest';
import { SCOPES } from '../../../shared/contract/scopes.ts';
import { systemRuntime } from '../../../shared/kernel/runtime/runtime.ts';
import { openAll } from '../../../shared/kernel/runtime/store-factories.ts';
import { linkIdentity } from '../../../shared/service/identity/link-identity.ts';
import { OPERATOR_STORES } from '../../../shared/service/operator-stores.ts';
import { consoleClient } from '../../support/console/sign-in.ts';
import { apiOf } from '../../support/service/api.ts';
import { seedVideo } from '../../support/videos/seed-video.ts';
import { createKey, rowOf, statusOf, submitKey } from './support/key-pages.ts';
import { type RunningConsole, test } from './support/running-console.ts';

const HOSTILE = '<script>alert(1)</script> \u05E9\u05DC\u05D5\u05DD \u{1F3AC}';

test('a key is created for some videos and 30 days, and the line that the page offers works in a shell', async ({
  service,
  signedIn,
}) => {
  await seedVideo(service, { name: 'Harbour at dawn' });
  const page = await signedIn('/keys/new');
  await page.getByLabel('Name', { exact: true }).fill(HOSTILE);
  await page.getByRole('checkbox', { name: /^project:edit/ }).click();
  await page.getByRole('radio', { name: 'These videos' }).click();
  await page.getByRole('combobox', { name: 'Videos' }).fill('harb');
  await page.getByRole('option', { name: 'Harbour at dawn' }).click();
  await page.getByRole('combobox', { name: 'Expires after' }).click();
  await page.getByRole('option', { name: '30 days' }).click();
  await page.getByText(/^Works until/).waitFor();
  await page
    .getByText(/^This key can read and change, process and delete 1 video\. It cannot upload new ones\.$/)
    .waitFor();
  const { secret, command } = await submitKey(page, HOSTILE);
  expect(secret).toMatch(/^vms_sk_/);
  const reference = page.getByRole('link', { name: 'API reference' });
  expect(await reference.getAttribute('href')).toBe(`${service.origin}/api/docs`);
  for (const language of ['TypeScript', 'Python']) {
    await page.getByRole('tab', { name: language }).click();
    await page.getByRole('tabpanel', { name: language }).getByText(secret).waitFor();
  }
  expect(await statusOf(command)).toBe(200);

  await page.getByRole('link', { name: 'I have saved it' }).click();
  const row = rowOf(page, HOSTILE);
  await row.waitFor();
  const text = await row.innerText();
  expect(text).toContain(`${secret.slice(0, 11)}…`);
  expect(text).toContain('1 video');
  expect(text).toMatch(/project:read\s+project:edit/);
  await page.getByRole('link', { name: 'API reference' }).waitFor();
  await row.getByRole('link', { name: HOSTILE }).click();
  await page.getByRole('button', { name: 'Copy ID' }).waitFor();
  await page.getByText(page.url().slice(-36), { exact: true }).waitFor();
});

test('the line that the page offers works for a key that may not read videos, and the step has the focus', {
  tags: 'long',
}, async ({ signedIn }) => {
  const page = await signedIn('/keys/new');
  await page.getByLabel('Name', { exact: true }).fill('Plugins');
  await page.getByRole('checkbox', { name: /^project:read/ }).click();
  await page.getByRole('checkbox', { name: /^library:install/ }).click();
  const { command } = await submitKey(page, 'Plugins');
  expect(await statusOf(command)).toBe(200);
  const heading = page.getByRole('heading', { name: 'Save the secret of Plugins' });
  expect(await heading.evaluate((element) => element === document.activeElement)).toBe(true);
});

test('the list has room in windows of all widths, however long a name and however many permissions', {
  tags: 'long',
}, async ({ service, signedIn }) => {
  const json = {
    projectIds: null,
    expiresInDays: 30,
    scopes: SCOPES.slice(1),
    name: 'A very long name '.repeat(9),
  };
  const { access } = await (await consoleClient(service.origin)).signIn(
    service.demoUser.name,
    service.demoUser.password,
  );
  const api = apiOf({ apiUrl: service.origin, apiKey: access });
  expect((await api('POST', '/console/api/keys', { json })).status).toBe(201);
  const page = await signedIn('/keys');
  for (const width of [320, 390, 899, 900, 1024, 1149, 1150, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await page.getByText('library:install').first().waitFor();
    const overflows = () => document.documentElement.scrollWidth > document.documentElement.clientWidth;
    await expect.poll(async () => [width, await page.evaluate(overflows)]).toEqual([width, false]);
  }
});

test('"these videos" cannot be sent empty, and the first mistake takes the focus', { tags: 'long' }, async ({
  service,
  signedIn,
}) => {
  const page = await signedIn('/keys/new');
  await page.getByRole('radio', { name: 'These videos' }).click();
  await page.getByRole('button', { name: 'Create key' }).click();
  await page.getByText('Give the key a name.').waitFor();
  await page.getByText('Choose at least one video.').waitFor();
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-invalid')))
    .toBe('true');
  await page.getByLabel('Name', { exact: true }).fill('Nothing');
  await page.getByRole('button', { name: 'Create key' }).click();
  await expect
    .poll(() =>
      page.getByRole('combobox', { name: 'Videos' }).evaluate((field) => field === document.activeElement),
    )
    .toBe(true);
  await page.goto(`${service.origin}/keys`);
  await rowOf(page, 'Demo').waitFor();
  expect(await rowOf(page, 'Nothing').count()).toBe(0);
});

test('a revoked key is refused from the next request on, and is found among the inactive ones', async ({
  signedIn,
}) => {
  const page = await signedIn('/keys');
  const { command } = await createKey(page, 'Short-lived');
  expect(await statusOf(command)).toBe(200);
  await page.getByRole('button', { name: 'Actions for Short-lived' }).click();
  await page.getByRole('menuitem', { name: 'Revoke…' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Revoke this key?' });
  await dialog.getByText('Short-lived').waitFor();
  // Used a moment ago: its name must be typed.
  await page.reload();
  await page.getByRole('button', { name: 'Actions for Short-lived' }).click();
  await page.getByRole('menuitem', { name: 'Revoke…' }).click();
  await dialog.getByText(/^It was last used/).waitFor();
  const revoke = dialog.getByRole('button', { name: 'Revoke key' });
  expect(await revoke.isDisabled()).toBe(true);
  await dialog.getByLabel('Its name').fill('Short');
  await page.keyboard.press('Enter');
  expect(await statusOf(command)).toBe(200);
  await page.keyboard.type('-lived');
  expect(await revoke.isDisabled()).toBe(false);
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  expect(await statusOf(command)).toBe(401);

  await rowOf(page, 'Short-lived').waitFor({ state: 'detached' });
  await page.getByRole('combobox', { name: 'State' }).click();
  await page.getByRole('option', { name: 'Inactive' }).click();
  await rowOf(page, 'Short-lived').getByText('Revoked').waitFor();
  await page.getByRole('searchbox').fill('nothing like it');
  await page.getByText('No inactive key has this name.').waitFor();
  await page.getByRole('button', { name: 'Show all keys' }).click();
  await rowOf(page, 'Demo').waitFor();
});

test('a replacement that was begun in one browser is finished in another', {
  tags: 'long',
  timeout: 60_000,
}, async ({ signedIn }) => {
  const first = await signedIn('/keys');
  await createKey(first, 'Importer');
  await first.getByRole('link', { name: 'Importer', exact: true }).click();
  await first.getByRole('link', { name: 'Replace' }).click();
  expect(await first.getByLabel('Name', { exact: true }).inputValue()).toBe('Importer (2)');
  const { command } = await submitKey(first, 'Importer (2)');
  await first.context().close();

  const second = await signedIn('/keys');
  await second
    .getByRole('row')
    .filter({ hasText: 'Being replaced' })
    .getByRole('link', { name: 'Importer' })
    .click();
  const steps = second.getByRole('region', { name: 'This key is being replaced' });
  await steps.getByText('Have your program use the new key. It has not been used yet.').waitFor();
  await expect.poll(() => statusOf(command)).toBe(200);
  await second.reload();
  await steps.getByText(/^Have your program use the new key\. It was last used/).waitFor();
  await steps.getByRole('button', { name: 'Revoke the old key' }).click();
  await second.getByRole('alertdialog').getByRole('button', { name: 'Revoke key' }).click();
  await second.getByRole('region', { name: 'This key was replaced' }).waitFor();
  expect(await statusOf(command)).toBe(200);
});

test('after a lost answer the key that was made is offered for revocation', { tags: 'long' }, async ({
  signedIn,
}) => {
  const page = await signedIn('/keys/new');
  let lost = false;
  await page.route('**/console/api/keys', async (route) => {
    if (route.request().method() !== 'POST' || lost) return route.fallback();
    lost = true;
    await route.fetch();
    await route.abort('connectionreset');
  });
  await page.getByLabel('Name', { exact: true }).fill('Lost on the way');
  await page.getByRole('button', { name: 'Create key' }).click();
  await page.getByRole('link', { name: 'Revoke that key' }).click();
  await page.getByRole('heading', { level: 1, name: 'Lost on the way' }).waitFor();
  await page.getByRole('button', { name: 'Revoke' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke key' }).click();
  await page.getByRole('definition').getByText('Revoked', { exact: true }).waitFor();
});

test('the page of a key names the videos that it reaches', { tags: 'long' }, async ({
  service,
  signedIn,
}) => {
  const id = await seedVideo(service, { name: HOSTILE });
  const page = await signedIn('/keys/new');
  await page.getByLabel('Name', { exact: true }).fill('Two of them');
  await page.getByRole('radio', { name: 'These videos' }).click();
  await page.getByRole('combobox', { name: 'Videos' }).fill('<script>');
  await page.getByRole('option', { name: HOSTILE }).click();
  await submitKey(page, 'Two of them');
  await page.getByRole('link', { name: 'I have saved it' }).click();
  await page.getByRole('link', { name: 'Two of them' }).click();
  const link = page.getByRole('definition').getByRole('link', { name: HOSTILE });
  await link.waitFor();
  expect(await link.getAttribute('href')).toBe(`/videos/${id}`);
});

/** A key that another person makes, who works in the demo user's account, too. */
async function keyOfColleague(service: RunningConsole, name: string): Promise<void> {
  const colleague = { name: 'colleague', password: 'a password of a colleague' };
  await service.createUser(colleague);
  const { access } = await (await consoleClient(service.origin)).signIn(colleague.name, colleague.password);
  const { iss: issuer = '', sub: subject = '' } = decodeJwt(access);
  const { userId: accountId } = (await service.api<{ userId: string }>('GET', '/api/v1/whoami')).body;
  const environment = { variables: service.variables, runtime: systemRuntime };
  await linkIdentity(openAll(OPERATOR_STORES, environment), { issuer, subject, accountId });
  const api = apiOf({ apiUrl: service.origin, apiKey: access });
  const json = { name, scopes: ['project:read'], projectIds: null, expiresInDays: 30 };
  expect((await api('POST', '/console/api/keys', { json })).status).toBe(201);
}

test('the page of a key says who made it: an operator, whoever looks, or somebody else of the account', {
  tags: 'long',
}, async ({ service, signedIn }) => {
  await keyOfColleague(service, "A colleague's");
  const page = await signedIn('/keys');
  await createKey(page, 'My own');
  for (const [name, creator] of [
    ['Demo', / by an operator$/],
    ['My own', / by you$/],
    ["A colleague's", / by somebody else who works in this account$/],
  ] as const) {
    await page.goto(`${service.origin}/keys`);
    await page.getByRole('link', { name, exact: true }).click();
    await page.getByRole('definition').getByText(creator).waitFor();
  }
});

test('the step of a secret is not left unasked before the secret is copied or said to be saved', {
  tags: 'long',
}, async ({ signedIn }) => {
  const page = await signedIn('/keys/new');
  await page.getByLabel('Name', { exact: true }).fill('Almost lost');
  await submitKey(page, 'Almost lost');
  const rail = page.getByRole('navigation', { name: 'Console' });
  await rail.getByRole('link', { name: 'Videos' }).click();
  const question = page.getByRole('alertdialog', { name: 'Leave without the secret?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await question.waitFor({ state: 'detached' });
  await page.getByRole('heading', { name: 'Save the secret of Almost lost' }).waitFor();
  await page.context().grantPermissions(['clipboard-write']);
  await page.getByRole('button', { name: 'Copy secret' }).click();
  await rail.getByRole('link', { name: 'Videos' }).click();
  await page.getByRole('heading', { level: 1, name: 'Videos' }).waitFor();
});

test('a key whose videos are all deleted is shown as reaching nothing', { tags: 'long' }, async ({
  service,
  signedIn,
}) => {
  const id = await seedVideo(service, { name: 'Short film' });
  const page = await signedIn('/keys/new');
  await page.getByLabel('Name', { exact: true }).fill('Only that film');
  await page.getByRole('radio', { name: 'These videos' }).click();
  await page.getByRole('combobox', { name: 'Videos' }).fill('short film');
  await page.getByRole('option', { name: 'Short film' }).click();
  await submitKey(page, 'Only that film');
  expect((await service.api('DELETE', `/api/videos/${id}`)).status).toBe(200);
  await page.getByRole('link', { name: 'I have saved it' }).click();
  const row = rowOf(page, 'Only that film');
  await row.getByText('No videos left').waitFor();
  await row.getByText('Nothing: its videos are deleted').waitFor();
});

test('the secret goes with its step: no document, address, console line or storage of the browser has it', async ({
  signedIn,
}) => {
  const page = await signedIn('/keys');
  const lines: string[] = [];
  page.on('console', (message) => lines.push(message.text()));
  const addresses: string[] = [];
  page.on('request', (request) => addresses.push(request.url()));
  const { secret } = await createKey(page, 'Secret');
  await rowOf(page, 'Secret').waitFor();
  const kept = await page.evaluate(async () => {
    const names = await indexedDB.databases();
    return JSON.stringify([
      document.documentElement.outerHTML,
      { ...localStorage },
      { ...sessionStorage },
      document.cookie,
      history.state,
      window.name,
      names,
      await caches.keys(),
    ]);
  });
  const random = secret.slice(11);
  expect(random.length).toBeGreaterThan(20);
  for (const text of [kept, ...lines, ...addresses, page.url()]) expect(text).not.toContain(random);
  await page.goBack();
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(await page.content()).not.toContain(random);
});
