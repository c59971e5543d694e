import { describe, expect } from 'vitest';
import { accessibilityFaults } from './support/accessibility.ts';
import { test } from './support/browser-test.ts';
import { emulateNetwork, NETWORKS } from './support/network.ts';
import { LOOKS, screenshot } from './support/screenshot.ts';
import { type StaticFile, serveStatic } from './support/static-site.ts';
import { expectRefusals, openWatchedPage } from './support/watched-page.ts';

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; require-trusted-types-for 'script'";

/** A site whose page has this body and runs this script, under a strict policy, which a script for workers has, too. */
const serve = (body: string, script = '', worker = '') => {
  const headers = { 'Content-Security-Policy': POLICY };
  const page = `<!doctype html><html lang="en"><title>Page</title><body><main>${body}</main><script src="/script.js"></script>`;
  const files: Readonly<Record<string, StaticFile>> = {
    '/': { type: 'text/html', body: page, headers },
    '/script.js': { type: 'text/javascript', body: script },
    '/worker.js': { type: 'text/javascript', body: worker, headers },
  };
  return serveStatic((target) => files[target] ?? 404);
};

test('a page is driven in a browser, under its policy', async ({ page }) => {
  await using site = await serve(
    '<h1>Videos</h1>',
    "document.querySelector('h1').textContent += ' and keys'",
  );
  await page.goto(site.origin);
  expect(await page.textContent('h1')).toBe('Videos and keys');
});

describe('a complaint is made of', () => {
  test.for([
    ['an inline style', '<p style="color: red">', '', /style-src/],
    ['an inline script', '<script>1</script>', '', /script-src/],
    ['code made of text', '', 'try { eval("1") } catch {}', /script-src|trusted-types/],
    [
      'HTML made of text',
      '',
      'try { document.body.innerHTML = "<b>" } catch {}',
      /require-trusted-types-for/,
    ],
    ['an error that nothing catches', '', 'throw new Error("lost")', /lost/],
    ['a promise that nothing awaits', '', 'Promise.reject(new Error("lost"))', /lost/],
  ] as const)('%s', async ([, body, script, complaint], { browser }) => {
    await using site = await serve(body, script);
    const { page, complaints } = await openWatchedPage(browser);
    await page.goto(site.origin);
    await expect.poll(() => complaints).toEqual([expect.stringMatching(complaint)]);
    await page.context().close();
  });
});

const START_WORKER = `
  const policy = trustedTypes.createPolicy('worker', { createScriptURL: (address) => address });
  new Worker(policy.createScriptURL('/worker.js'))`;

describe('a complaint is made of what a worker does under its own policy:', () => {
  test.for([
    ['code made of text', 'try { eval("1") } catch {}', /Trusted/],
    ['a call to another origin', 'fetch("http://127.0.0.1:9/").catch(() => {})', /Content Security Policy/],
    [
      'a script of another origin',
      'try { importScripts("http://127.0.0.1:9/a.js") } catch {}',
      /Content Security Policy|Trusted/,
    ],
    [
      'a worker of its own',
      'try { new Worker("data:text/javascript,1") } catch {}',
      /Content Security Policy|Trusted/,
    ],
    ['an error that nothing catches', 'throw new Error("lost in a worker")', /lost in a worker/],
    ['a promise that nothing awaits', 'Promise.reject(new Error("lost in a worker"))', /lost in a worker/],
  ] as const)('%s', async ([, worker, complaint], { browser }) => {
    await using site = await serve('', START_WORKER, worker);
    const { page, complaints } = await openWatchedPage(browser);
    await page.goto(site.origin);
    await expect.poll(() => complaints).toContainEqual(expect.stringMatching(complaint));
    await page.context().close();
  });

  test('nothing of one that keeps to it', async ({ page }) => {
    const worker = 'fetch("/script.js").then(() => postMessage("done"))';
    await using site = await serve(
      '',
      `${START_WORKER}.onmessage = ({ data }) => { document.title = data }`,
      worker,
    );
    await page.goto(site.origin);
    await expect.poll(() => page.title()).toBe('done');
  });
});

test.fails('a test whose page violates its policy fails', async ({ page }) => {
  await using site = await serve('<p style="color: red">');
  await page.goto(site.origin);
});

test('axe names what people cannot use', async ({ page }) => {
  await using site = await serve('<h1>Videos</h1><button></button>');
  await page.goto(site.origin);
  expect(await accessibilityFaults(page)).toEqual([expect.stringMatching(/^button-name: .*\n {2}button/s)]);
});

test('screenshots distinguish themes and widths', { tags: 'long' }, async ({ openPage }) => {
  await using site = await serve('<meta name="color-scheme" content="light dark"><h1>Videos</h1>');
  const pictures = [];
  for (const look of LOOKS) {
    const page = await openPage(look);
    await page.goto(site.origin);
    pictures.push((await screenshot(page, 'harness')).toString('base64'));
  }
  expect(new Set(pictures).size).toBe(4);
});

test('a page that is offline reaches nothing, and a slow network takes its time', async ({ page }) => {
  await using site = await serve('');
  await page.goto(site.origin);
  expectRefusals(page, /^404 GET \/missing$/);
  const fetchScript = () =>
    page.evaluate(() =>
      fetch('/script.js').then(
        ({ status }) => status,
        () => 'offline',
      ),
    );
  await emulateNetwork(page, NETWORKS.offline);
  expect(await fetchScript()).toBe('offline');
  await emulateNetwork(page, NETWORKS.broadband);
  const took = await page.evaluate(async () => {
    const start = performance.now();
    await fetch('/missing').catch(() => undefined);
    return performance.now() - start;
  });
  expect(took).toBeGreaterThan(NETWORKS.broadband.latency);
});

const REFUSED = "fetch('/missing/1?secret').finally(() => { document.title = 'refused' })";

test.fails('a test whose page is refused something fails', async ({ page }) => {
  await using site = await serve('', REFUSED);
  await page.goto(site.origin);
  await expect.poll(() => page.title()).toBe('refused');
});

test('a refusal that belongs to the test is none, other ones are', async ({ browser }) => {
  await using site = await serve('', REFUSED);
  const { page, refusals } = await openWatchedPage(browser);
  await page.goto(site.origin);
  await expect.poll(() => page.title()).toBe('refused');
  expect(refusals()).toEqual(['404 GET /missing/1']);
  expectRefusals(page, /^403 GET \/missing/, /^404 GET \/missing\/2/);
  expect(refusals()).toEqual(['404 GET /missing/1']);
  expectRefusals(page, /^404 GET \/missing\/\d$/);
  expect(refusals()).toEqual([]);
  await page.context().close();
});
