import { type RefObject, useEffect } from 'react';

/** What lies over the page and has the focus to itself. Toasts, which are dialogs to browsers, do not; lists stay in the page when they are closed. */
const LAYERS =
  ':is([role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]):not([aria-modal="false"], [data-closed])';

const isUsable = (element: Element): boolean => element.isConnected && !element.matches(':disabled');

/**
 * Keeps people who work by keyboard where they are: when what they used goes, or cannot be used any more, the nearest of what
 * was around it takes the focus, a panel of tabs or the page. So it is when a dialog closes that was opened by something which is
 * gone. The browser would start over at the top of the window.
 * @param root takes the focus where nothing else around is left
 */
export function useKeptFocus(root: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const page = root.current;
    if (page === null) return;
    let last: Element | null = null;
    /** What had the focus last on the page itself, and all around it, from the inside. */
    let trail: HTMLElement[] = [];
    const note = ({ target }: FocusEvent) => {
      if (!(target instanceof HTMLElement)) return;
      last = target;
      if (page.contains(target)) trail = ancestors(target, page);
    };
    const keep = () => {
      const { activeElement, body } = document;
      if (last === null || isUsable(last) || (activeElement !== body && activeElement !== last)) return;
      if (document.querySelector(LAYERS) !== null) return;
      (successor(trail) ?? page).focus({ preventScroll: true });
    };
    const changes = new MutationObserver(keep);
    changes.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] });
    document.addEventListener('focusin', note);
    return () => {
      changes.disconnect();
      document.removeEventListener('focusin', note);
    };
  }, [root]);
}

function ancestors(element: HTMLElement, end: HTMLElement): HTMLElement[] {
  const { parentElement } = element;
  return element === end || parentElement === null ? [element] : [element, ...ancestors(parentElement, end)];
}

/** What takes the focus in place of the first of these: itself, its surroundings, or the panel that is open there now. */
function successor([used, ...around]: readonly HTMLElement[]): HTMLElement | undefined {
  if (used === undefined) return undefined;
  if (isUsable(used)) return used;
  for (const element of around) {
    if (!element.isConnected) continue;
    if (element.hasAttribute('tabindex')) return element;
    const panel = element.querySelector<HTMLElement>(':scope > [role="tabpanel"]');
    if (panel !== null) return panel;
  }
  return undefined;
}
