/** @module-tag long */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { changedVideo } from '../console/support/changed-video.ts';
import { test } from '../console/support/running-console.ts';
import { accessibilityFaults } from '../support/accessibility.ts';
import { LOOKS, screenshot } from '../support/screenshot.ts';

const compared = (page: Page, text: RegExp) => page.getByRole('status').filter({ hasText: text }).waitFor();

test.for(LOOKS)(
  'the versions of a video are accessible in each state ($colorScheme, $viewport.width px)',
  async (look, { service, signedIn }) => {
    const id = await changedVideo(service);
    const page = await signedIn(`/videos/${id}?tab=versions&version=5&against=2`, look);
    await compared(page, /^4 changes/);
    expect(await accessibilityFaults(page)).toEqual([]);
    await screenshot(page, 'versions-places');
    await page.getByRole('tab', { name: 'As text' }).click();
    await page.getByRole('textbox').first().waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await screenshot(page, 'versions-texts');
    await page.goto(`${service.origin}/videos/${id}?tab=versions&version=1`);
    await page.getByRole('heading', { name: 'The first version' }).waitFor();
    await page.getByRole('button', { name: 'Restore version 1' }).click();
    await page.getByRole('alertdialog').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await screenshot(page, 'versions-restore');
  },
);
