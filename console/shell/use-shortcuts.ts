import { useEffect, useRef } from 'react';

/** In these a key is text, searches or moves within them. */
const TAKES_KEYS =
  'input, textarea, select, [contenteditable], [role="menu"], [role="listbox"], [role="combobox"], [role="dialog"], [role="alertdialog"]';

/** In these the arrow keys, Home and End go from one part to the next, at the ends to none. */
const MOVED_WITHIN = '[role="tablist"], [role="radiogroup"], [role="toolbar"]';

const MOVES: readonly string[] = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End'];

/** These are pressed by the space bar and the Enter key. */
const PRESSED_BY_KEYS = 'button, a, summary, [role="button"]';

/**
 * Calls back on keys that are pressed alone, unless something has the focus that needs them.
 * @param shortcuts by `KeyboardEvent.key`
 */
export function useShortcuts(shortcuts: Readonly<Record<string, () => void>>): void {
  const current = useRef(shortcuts);
  useEffect(() => {
    current.current = shortcuts;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      // Seen from here the target is the host, where a shadow root has the focus within.
      const [target] = event.composedPath();
      const isWithin = (selector: string) => target instanceof Element && target.closest(selector) !== null;
      if (isWithin(TAKES_KEYS)) return;
      if (MOVES.includes(event.key) && isWithin(MOVED_WITHIN)) return;
      if ((event.key === ' ' || event.key === 'Enter') && isWithin(PRESSED_BY_KEYS)) return;
      const action = current.current[event.key];
      if (action === undefined) return;
      event.preventDefault();
      action();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
}
