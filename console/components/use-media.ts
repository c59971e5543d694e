import { useSyncExternalStore } from 'react';

/** Narrower than this the pages are listed at the bottom; style sheets have it, too. */
export const NARROW = '(max-width: 899px)';

/** Whether a media query matches, as it does now. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const list = matchMedia(query);
      list.addEventListener('change', listener);
      return () => list.removeEventListener('change', listener);
    },
    () => matchMedia(query).matches,
  );
}
