import { closeSearchPanel, findNext, findPrevious, openSearchPanel, search } from '@codemirror/search';
import type { Extension } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';
import { searchPanel } from './search-panel.ts';

const look = EditorView.theme({
  '.cm-panels': { backgroundColor: 'var(--surface-sunken)', color: 'var(--text)' },
  '.cm-panels-top': { borderBottom: '1px solid var(--line)' },
  '.cm-find': {
    display: 'grid',
    gap: 'var(--space-2)',
    padding: 'var(--space-2)',
    fontFamily: 'var(--font)',
    fontSize: 'var(--text-sm)',
  },
  '.cm-find-row': {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: 'var(--space-2)',
  },
  '.cm-find-field, .cm-find-button': {
    minHeight: 'var(--control-sm)',
    boxSizing: 'border-box',
    border: '1px solid var(--line-control)',
    borderRadius: 'var(--radius-md)',
    backgroundColor: 'var(--surface-raised)',
    color: 'inherit',
    font: 'inherit',
  },
  '.cm-find-field': { flex: '1 1 12ch', minWidth: '0', maxWidth: '22ch', padding: '3px var(--space-2)' },
  '.cm-find-field::placeholder': { color: 'var(--text-muted)', opacity: '1' },
  '.cm-find-button': { paddingInline: 'var(--space-2)', fontWeight: 'var(--medium)', cursor: 'pointer' },
  '.cm-find-button:hover': {
    backgroundColor: 'color-mix(in oklab, var(--surface-raised), var(--text) 5%)',
  },
  '.cm-find-close': { marginInlineStart: 'auto' },
  '.cm-find :focus-visible': { outline: '2px solid var(--focus)', outlineOffset: '-1px' },
  '.cm-find label': {
    display: 'inline-flex',
    alignItems: 'center',
    gap: 'var(--space-1)',
    minHeight: 'var(--control-sm)',
    cursor: 'pointer',
  },
  '.cm-find input[type="checkbox"]': {
    width: '16px',
    height: '16px',
    margin: '0',
    accentColor: 'var(--accent)',
  },
  '.cm-find-said': { color: 'var(--text-muted)' },
  '.cm-searchMatch': { backgroundColor: 'var(--warning-soft)', outline: '1px solid var(--warning-text)' },
  '.cm-searchMatch-selected': { backgroundColor: 'var(--accent-soft)', outlineColor: 'var(--accent)' },
  // Smaller text makes the browsers of phones zoom in.
  '@media (pointer: coarse)': { '.cm-find-field': { fontSize: '16px' } },
});

const SCOPE = 'editor search-panel';

/** Search in all of the text, not in its drawn lines alone, as the browser's own would. */
export const searching: Extension = [
  look,
  search({ createPanel: searchPanel, literal: true, top: true }),
  keymap.of([
    { key: 'Mod-f', run: openSearchPanel, scope: SCOPE },
    { key: 'F3', run: findNext, shift: findPrevious, scope: SCOPE, preventDefault: true },
    { key: 'Mod-g', run: findNext, shift: findPrevious, scope: SCOPE, preventDefault: true },
    { key: 'Escape', run: closeSearchPanel, scope: SCOPE },
  ]),
];
