import type { CDPSession, Page } from 'playwright-core';

interface NetworkProfile {
  readonly offline: boolean;
  /** Added to each request, milliseconds. */
  readonly latency: number;
  /** Bytes a second; −1: not limited. */
  readonly downloadThroughput: number;
  readonly uploadThroughput: number;
}

const MEGABIT = 1e6 / 8;

export const NETWORKS = {
  /** The network that the times of first views are stated for. */
  broadband: {
    offline: false,
    latency: 40,
    downloadThroughput: 10 * MEGABIT,
    uploadThroughput: 10 * MEGABIT,
  },
  slow4g: {
    offline: false,
    latency: 150,
    downloadThroughput: 1.6 * MEGABIT,
    uploadThroughput: 0.75 * MEGABIT,
  },
  offline: { offline: true, latency: 0, downloadThroughput: 0, uploadThroughput: 0 },
  unlimited: { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: -1 },
} as const satisfies Record<string, NetworkProfile>;

/** The session that holds the emulation of each page: the conditions of several would apply together. */
const sessions = new WeakMap<Page, CDPSession>();

/** Sends the page's requests over such a network from now on. */
export async function emulateNetwork(page: Page, profile: NetworkProfile): Promise<void> {
  const session = sessions.get(page) ?? (await page.context().newCDPSession(page));
  sessions.set(page, session);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', profile);
}
