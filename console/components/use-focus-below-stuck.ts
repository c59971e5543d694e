import { useEffect } from 'react';
import { bringBelow, stuckElement } from './bring-into-view.ts';

/**
 * Brings what the Tab key has come to below what is stuck to the top of the window. Browsers do not take into account that it
 * covers something; to reserve the space in the style would move the page, too, when something within takes the focus.
 */
export function useFocusBelowStuck(): void {
  useEffect(() => {
    const show = ({ key }: KeyboardEvent) => {
      const stuck = stuckElement();
      const { activeElement: focused } = document;
      if (key !== 'Tab' || stuck === null || focused === null || stuck.contains(focused)) return;
      const cover = stuck.getBoundingClientRect();
      const { top, bottom } = focused.getBoundingClientRect();
      if (top < cover.bottom && bottom > cover.top) bringBelow(stuck, focused);
    };
    window.addEventListener('keyup', show);
    return () => window.removeEventListener('keyup', show);
  }, []);
}
