/** @module-tag long */
import type { Page, Route } from 'playwright-core';
import { expect, vi } from 'vitest';
import { settled, type VideoBody } from '../../support/service/api.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { shapesClip } from '../console/support/clip-video.ts';
import { type RunningConsole, signIn, test } from '../console/support/running-console.ts';
import { portOf, serveConsole } from '../console/support/served-console.ts';
import { dropFile, enlarged, isPart, THREE_PARTS, tray } from '../console/support/upload-pages.ts';
import { emulateNetwork, NETWORKS } from '../support/network.ts';

// Each sends 17 MiB, and waits for pauses between attempts.
vi.setConfig({ testTimeout: 180_000 });

const file = enlarged(await shapesClip(), THREE_PARTS);

/** The last part, of 1 MiB, has arrived when the others, of 8 MiB, are on their way. */
const SLOW = { ...NETWORKS.unlimited, uploadThroughput: 1.5e6 };

interface PartEnds {
  /** Numbers of the parts that have arrived, once for each time. */
  arrived: string[];
  /** Of those that broke off on the way. */
  broken: string[];
}

/** Follows what becomes of the parts that a page sends. */
function watchParts(page: Page): PartEnds {
  const ends: PartEnds = { arrived: [], broken: [] };
  const note = (list: string[], url: string) => list.push(new URL(url).searchParams.get('partNumber') ?? '');
  page.on('response', (response) => {
    if (isPart(response.request()) && response.ok()) note(ends.arrived, response.url());
  });
  page.on('requestfailed', (request) => {
    if (isPart(request)) note(ends.broken, request.url());
  });
  return ends;
}

/** Drops the file, and resolves when one of its parts has arrived and the others are on their way. */
async function beginSlowly(page: Page, name: string): Promise<PartEnds> {
  const ends = watchParts(page);
  await emulateNetwork(page, SLOW);
  await dropFile(page, name, file);
  await expect.poll(() => ends.arrived, { timeout: 60_000 }).toEqual(['3']);
  return ends;
}

const processed = async ({ api }: Pick<RunningConsole, 'api'>, name: string): Promise<string> => {
  const { videos } = (await api<{ videos: VideoBody[] }>('GET', '/api/videos')).body;
  const { id } = videos.find((video) => video.name === name) ?? { id: '' };
  return (await settled(api, id)).status;
};

test('an upload whose network is lost in the middle of a part goes on by itself, and sends no part again that has arrived', async ({
  service,
  signedIn,
}) => {
  const name = 'lost network.mp4';
  const page = await signedIn('/videos');
  const ends = watchParts(page);
  const underWay: Route[] = [];
  await page.route(
    (url) => url.searchParams.has('partNumber') && url.searchParams.get('partNumber') !== '3',
    async (route) => {
      if (isPart(route.request())) underWay.push(route);
      else await route.continue();
    },
  );
  await dropFile(page, name, file);
  await expect.poll(() => [underWay.length, ends.arrived]).toEqual([2, ['3']]);

  await page.context().setOffline(true);
  for (const route of underWay) await route.abort('internetdisconnected');
  await page.getByText('You are offline.').waitFor();
  await tray(page).getByText('Waiting for the network, 1 file').waitFor();
  await expect.poll(() => new Set(ends.broken)).toEqual(new Set(['1', '2']));
  await page.unrouteAll();
  await page.context().setOffline(false);
  await tray(page).getByText('1 file uploaded').waitFor();
  expect(ends.arrived.toSorted()).toEqual(['1', '2', '3']);
  expect(await processed(service, name)).toBe('processed');
});

test('an upload whose service is gone says so, and after its restart goes on with the parts that are left', async ({
  page,
}) => {
  using folder = temporaryFolder();
  const name = 'lost service.mp4';
  await using first = await serveConsole(folder.path);
  await signIn(page, first);
  const ends = await beginSlowly(page, name);
  await first[Symbol.asyncDispose]();
  await tray(page).getByText('Not uploaded', { exact: true }).waitFor({ timeout: 60_000 });
  expect(ends.arrived).toEqual(['3']);
  await emulateNetwork(page, NETWORKS.unlimited);

  await using second = await serveConsole(folder.path, portOf(first));
  await tray(page)
    .getByRole('button', { name: `Try again ${name}` })
    .click();
  await tray(page).getByText('1 file uploaded').waitFor({ timeout: 60_000 });
  expect(ends.arrived.toSorted()).toEqual(['1', '2', '3']);
  expect(await processed(second, name)).toBe('processed');
});
