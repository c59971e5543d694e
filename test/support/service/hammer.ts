import type { MortalService } from './mortal-service.ts';

/** What `fetch` and the reading of a body throw when the other side is gone. */
const isBrokenOff = (error: unknown): boolean =>
  error instanceof TypeError && ['fetch failed', 'terminated'].includes(error.message);

/**
 * Calls from several callers until the service is killed; resolves when every caller has noticed.
 * @throws whatever a call throws that is no connection broken off by that kill
 */
export async function hammer(
  { isKilled }: Pick<MortalService, 'isKilled'>,
  callers: number,
  call: (number: number) => Promise<void>,
): Promise<void> {
  let next = 0;
  let failed = false;
  const keepCalling = async () => {
    while (!failed) {
      try {
        await call(next++);
      } catch (error) {
        if (isKilled() && isBrokenOff(error)) return;
        failed = true;
        throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: callers }, keepCalling));
}
