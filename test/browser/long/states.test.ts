/** @module-tag long */
import { describe, expect } from 'vitest';
import { fileForm, settled } from '../../support/service/api.ts';
import { seedVideo } from '../../support/videos/seed-video.ts';
import { clipVideo, shapesClip } from '../console/support/clip-video.ts';
import { PAGE_STATES } from '../console/support/page-states.ts';
import { type RunningConsole, test } from '../console/support/running-console.ts';
import { threeObjects } from '../console/support/three-objects.ts';
import { seedWebhooks } from '../console/support/webhook-pages.ts';
import { accessibilityFaults } from '../support/accessibility.ts';
import { LOOKS, screenshot } from '../support/screenshot.ts';
import { expectRefusals } from '../support/watched-page.ts';

/** The ids of the videos that the addresses of states name. */
async function seed(service: RunningConsole): Promise<Readonly<Record<string, string>>> {
  const harbour = await seedVideo(service, { name: 'Harbour' });
  const { webhook, paused } = await seedWebhooks(service, harbour);
  const clip = await threeObjects(service);
  const empty = await clipVideo(service, await shapesClip(), { name: 'Nothing found yet' });
  // The beginning of an MP4, and nothing after it.
  const head = new Uint8Array([0, 0, 0, 16, ...Buffer.from('ftypisom'), 0, 0, 0, 0]);
  const form = fileForm(head, 'Broken.mp4');
  const { id: broken } = (await service.api<{ id: string }>('POST', '/api/videos/upload', { form })).body;
  await settled(service.api, broken);
  const waiting = await seedVideo(service, { name: 'Not there yet', processed: false });
  return { clip, empty, broken, waiting, webhook, paused };
}

let seeded: ReturnType<typeof seed> | undefined;

describe.for(Object.entries(PAGE_STATES))('every state of %s', { timeout: 240_000 }, ([, states]) => {
  test.for(LOOKS)(
    'is accessible and no wider than the window ($colorScheme, $viewport.width px)',
    async (look, { service, signedIn }) => {
      seeded ??= seed(service);
      const ids = await seeded;
      const page = await signedIn('/account', look);
      page.on('dialog', (dialog) => dialog.accept());
      expectRefusals(page, /^404 GET \/console\/api\/(videos|keys|v1\/webhooks)\/none(\/|$)/);
      const faults: string[] = [];
      for (const { name, address, prepare, steps, end } of states) {
        await prepare?.(page);
        await page.goto(
          service.origin + address.replace(/\{(\w+)\}/g, (_, video: string) => ids[video] ?? ''),
        );
        for (const step of steps) await step(page);
        // First: after the check's session of the debugger an offline browser is online again.
        await screenshot(page, name);
        faults.push(...(await accessibilityFaults(page)).map((fault) => `${name}: ${fault}`));
        if (await page.evaluate(() => document.documentElement.scrollWidth > innerWidth))
          faults.push(`${name} is too wide`);
        await end?.(page);
        await page.unrouteAll({ behavior: 'ignoreErrors' });
      }
      expect(faults).toEqual([]);
    },
  );
});
