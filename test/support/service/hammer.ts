import type { MortalService } from './mortal-service.ts';

/** Errors of `fetch`, and of reading a body, when the other side is gone. */
const isBrokenOff = (error: unknown): boolean =>
  error instanceof TypeError && ['fetch failed', 'terminated'].includes(error.message);

/**
 * Lets several callers send requests until the service is killed; resolves when each of them has noticed.
 * @throws any error other than a connection that the kill broke off
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
