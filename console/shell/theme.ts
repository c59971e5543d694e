import { useSyncExternalStore } from 'react';

/** The choices of the theme; `system` follows the operating system. */
const THEMES = ['system', 'light', 'dark'] as const;

type Theme = (typeof THEMES)[number];

/** Also read by design/theme-before-paint.js. */
const STORED_AS = 'vms-theme';

const listeners = new Set<() => void>();

const isTheme = (text: unknown): text is Theme => THEMES.some((theme) => theme === text);

function readTheme(): Theme {
  const chosen = document.documentElement.dataset.theme;
  return isTheme(chosen) ? chosen : 'system';
}

function setTheme(theme: Theme): void {
  if (theme === 'system') {
    localStorage.removeItem(STORED_AS);
    delete document.documentElement.dataset.theme;
  } else {
    localStorage.setItem(STORED_AS, theme);
    document.documentElement.dataset.theme = theme;
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The theme of the page, which this browser remembers, and what changes it. */
export function useTheme(): [Theme, (theme: Theme) => void] {
  return [useSyncExternalStore(subscribe, readTheme), setTheme];
}
