import { TRUSTED_TYPES_POLICIES } from '../shared/contract/content-security-policy.ts';

/** The part of the Trusted Types API that is used here; the types of browsers do not have it yet. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL: (address: string) => string },
  ): { createScriptURL: (address: string) => URL };
}

/** Lets workers be started from scripts of the console, and from nowhere else. */
function scriptPolicy(): { createScriptURL: (address: string) => string | URL } {
  const createScriptURL = (address: string): string => {
    if (new URL(address, window.location.href).origin !== window.location.origin) {
      throw new TypeError(`A worker cannot be started from ${address}`);
    }
    return address;
  };
  const { trustedTypes } = window as { trustedTypes?: TrustedTypes };
  // Browsers without Trusted Types enforce nothing; the rule holds there, too.
  return trustedTypes?.createPolicy(TRUSTED_TYPES_POLICIES[0], { createScriptURL }) ?? { createScriptURL };
}

/** Made at the first need: a policy of one name can be made once. */
let policy: ReturnType<typeof scriptPolicy> | undefined;

/** @param address of a module, as `import address from './name.ts?worker&url'` gives it */
export function startWorker(address: string): Worker {
  policy ??= scriptPolicy();
  return new Worker(policy.createScriptURL(address), { type: 'module' });
}
