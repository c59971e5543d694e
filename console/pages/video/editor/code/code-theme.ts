import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { json } from '@codemirror/lang-json';
import {
  bracketMatching,
  codeFolding,
  foldGutter,
  foldKeymap,
  HighlightStyle,
  indentOnInput,
  syntaxHighlighting,
} from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { EditorView, highlightSpecialChars, keymap, lineNumbers } from '@codemirror/view';
import { tags } from '@lezer/highlight';

/** The console's tokens reach into the shadow root, since custom properties are inherited. */
const look = EditorView.theme({
  '&': {
    height: '100%',
    color: 'var(--text)',
    backgroundColor: 'var(--surface)',
    fontSize: 'var(--text-sm)',
  },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--font-mono)', lineHeight: '1.55' },
  '.cm-content': { caretColor: 'var(--text)', paddingBlock: 'var(--space-2)' },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
  '.cm-gutters': {
    backgroundColor: 'var(--surface)',
    color: 'var(--text-muted)',
    borderRight: '1px solid var(--line)',
  },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'var(--hover)' },
  '&.cm-focused .cm-matchingBracket': { backgroundColor: 'var(--accent-soft)' },
  '.cm-foldPlaceholder': {
    backgroundColor: 'var(--pressed)',
    border: 'none',
    color: 'var(--text-muted)',
    paddingInline: 'var(--space-1)',
  },
  '.cm-tooltip': {
    backgroundColor: 'var(--surface-raised)',
    border: '1px solid var(--line)',
    borderRadius: 'var(--radius-md)',
    boxShadow: 'var(--shadow-high)',
    color: 'var(--text)',
    maxWidth: '60ch',
  },
  '.cm-specialChar': { color: 'var(--danger-text)' },
  '.cm-diagnostic-error': { borderLeft: '3px solid var(--danger)' },
  '&.cm-merge-a .cm-changedLine, .cm-deletedChunk': { backgroundColor: 'var(--danger-soft)' },
  '&.cm-merge-b .cm-changedLine, .cm-insertedLine': { backgroundColor: 'var(--success-soft)' },
  '&.cm-merge-a .cm-changedText, .cm-deletedChunk .cm-deletedText': {
    background: 'none',
    boxShadow: 'inset 0 -2px var(--danger)',
  },
  '&.cm-merge-b .cm-changedText, .cm-insertedLine .cm-changedText': {
    background: 'none',
    boxShadow: 'inset 0 -2px var(--success-text)',
  },
  '.cm-collapsedLines': {
    background: 'var(--surface-sunken)',
    color: 'var(--text-muted)',
    paddingInline: 'var(--space-3)',
  },
  // CodeMirror's own sign is in few fonts.
  '.cm-collapsedLines:before, .cm-collapsedLines:after': { content: '""' },
});

const colours = HighlightStyle.define([
  { tag: tags.propertyName, color: 'var(--accent-text)' },
  { tag: tags.string, color: 'var(--success-text)' },
  { tag: tags.number, color: 'var(--warning-text)' },
  { tag: [tags.bool, tags.null], color: 'var(--danger-text)' },
]);

/** How JSON is shown everywhere. @param label names the text for screen readers */
export const jsonLook = (label: string): Extension => [
  look,
  json(),
  syntaxHighlighting(colours),
  // Characters that would hide or reorder others are shown by name.
  highlightSpecialChars(),
  lineNumbers(),
  foldGutter(),
  codeFolding(),
  EditorView.lineWrapping,
  EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
];

/**
 * Replaces a selection by the text typed over it. Left to itself, Chromium gives the new text the look of the old as a `style`
 * attribute, which the content security policy refuses.
 */
const typedOver = EditorView.domEventHandlers({
  beforeinput(event, view) {
    const { inputType, data, isComposing } = event;
    const { state } = view;
    const replaces = state.selection.ranges.some(({ empty }) => !empty);
    if (inputType !== 'insertText' || data === null || isComposing || !replaces || state.readOnly)
      return false;
    view.dispatch(state.replaceSelection(data), { userEvent: 'input.type', scrollIntoView: true });
    return true;
  },
});

/** What a text that can be edited has besides. The Tab key leaves the editor. */
export const editing: Extension = [
  history(),
  typedOver,
  bracketMatching(),
  indentOnInput(),
  keymap.of([...defaultKeymap, ...historyKeymap, ...foldKeymap]),
];
