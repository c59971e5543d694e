import { type RefObject, useEffect } from 'react';

/**
 * Keeps people who work by keyboard where they are: when what they used goes, or cannot be used any more, the panel it
 * was in takes the focus. The browser would begin anew at the top of the page.
 */
export function useKeptFocus(root: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const { current } = root;
    if (current === null) return;
    let last: Element | null = null;
    const note = ({ target }: FocusEvent) => {
      last = target instanceof Element && current.contains(target) ? target : null;
    };
    const keep = () => {
      const { activeElement, body } = document;
      if (last === null || (activeElement !== body && activeElement !== last)) return;
      if (last.isConnected && !last.matches(':disabled')) return;
      current.querySelector<HTMLElement>('[role="tabpanel"]')?.focus({ preventScroll: true });
    };
    const changes = new MutationObserver(keep);
    changes.observe(current, { childList: true, subtree: true, attributeFilter: ['disabled'] });
    document.addEventListener('focusin', note);
    return () => {
      changes.disconnect();
      document.removeEventListener('focusin', note);
    };
  }, [root]);
}
