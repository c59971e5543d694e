import { interceptCalls, type StoreCall } from '../store-calls.ts';

/** Has `action` run just before the next call to a store that matches, once; the call waits for it and fails with it. */
export function beforeNext(
  matches: (call: StoreCall) => boolean,
  action: () => Promise<unknown>,
): { readonly happened: boolean } {
  const outcome = { happened: false };
  const interception = interceptCalls(async (call, proceed) => {
    if (!outcome.happened && matches(call)) {
      outcome.happened = true;
      interception[Symbol.dispose]();
      await action();
    }
    return proceed();
  });
  return outcome;
}
