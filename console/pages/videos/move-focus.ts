import type { KeyboardEvent } from 'react';

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };

/** Has arrow keys move between the links of a list. */
export function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('a')];
  const at = links.indexOf(event.target as HTMLElement);
  const step = STEPS[event.key];
  if (at === -1 || step === undefined) return;
  event.preventDefault();
  links[at + step]?.focus();
}
