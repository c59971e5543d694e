import { outsideFunctions } from '../service/granted-functions.ts';
import { interceptCalls, type StoreCall } from '../store-calls.ts';

/**
 * Runs `action` once, just before the next matching call to a store. The call waits for it, and fails if it fails.
 * Both run under no function's permissions, whichever function makes the call.
 */
export function beforeNext(
  matches: (call: StoreCall) => boolean,
  action: () => Promise<unknown>,
): { readonly happened: boolean } {
  const outcome = { happened: false };
  const interception = interceptCalls(async (call, proceed) => {
    if (!outcome.happened && outsideFunctions(() => matches(call))) {
      outcome.happened = true;
      interception[Symbol.dispose]();
      await outsideFunctions(action);
    }
    return proceed();
  });
  return outcome;
}
