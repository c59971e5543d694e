import { existsSync } from 'node:fs';

/**
 * Where Debian's packages put it. `chromium-headless-shell` has no windows, so that a page of a context of its own costs
 * it a third of the processor time.
 */
const DEBIAN_CHROMIUM = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];

/**
 * The browser that the tests drive. One that `VMS_CHROMIUM` names must be there, so a run that sets the variable fails
 * without a browser instead of skipping its tests.
 */
export const CHROMIUM_PATH: string | undefined =
  process.env.VMS_CHROMIUM || DEBIAN_CHROMIUM.find((file) => existsSync(file));

export const CHROMIUM_ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--autoplay-policy=no-user-gesture-required',
];
