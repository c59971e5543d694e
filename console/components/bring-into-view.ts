/** Where columns lie below each other; `list-detail.module.css` has it, too. */
const ONE_COLUMN = '(max-width: 1099px)';

/** Of the element that sticks to the top of the window, on a phone, while the rest scrolls below it. */
export const STAYS_IN_VIEW = { 'data-stays-in-view': '' } as const;

export const isOneColumn = (): boolean => matchMedia(ONE_COLUMN).matches;

/** The element that sticks to the top of the window now, if anything is. */
export function stuckElement(): HTMLElement | null {
  const [name] = Object.keys(STAYS_IN_VIEW);
  const element = document.querySelector<HTMLElement>(`[${name}]`);
  return element && getComputedStyle(element).position === 'sticky' ? element : null;
}

/** Between the sticky element and the one scrolled below it, in pixels. */
const SPACE = 8;

/** Scrolls until an element begins below the sticky element, or until it lies in the middle. */
export function bringIntoView(element: HTMLElement, block: 'start' | 'center'): void {
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
  if (block === 'start')
    element.style.scrollMarginBlockStart = `${(stuckElement()?.offsetHeight ?? 0) + SPACE}px`;
  element.scrollIntoView({ block, behavior: isStill ? 'instant' : 'smooth' });
}

/** Scrolls at once until an element begins below what is stuck. */
export function bringBelow(stuck: Element, element: Element): void {
  const covered = stuck.getBoundingClientRect().bottom - element.getBoundingClientRect().top;
  window.scrollBy({ top: -(covered + SPACE), behavior: 'instant' });
}
