import { foldEffect } from '@codemirror/language';
import { type Diagnostic, linter, lintGutter, lintKeymap, nextDiagnostic } from '@codemirror/lint';
import { openSearchPanel } from '@codemirror/search';
import { Compartment, EditorState } from '@codemirror/state';
import { EditorView, highlightActiveLine, keymap } from '@codemirror/view';
import { useEffect, useRef } from 'react';
import type { Fault } from '../documents/check-text.ts';
import styles from './code.module.css';
import { editing, jsonLook } from './code-theme.ts';
import { firstFolds } from './first-folds.ts';
import { searching } from './searching.ts';
import { typedText } from './typed-text.ts';
import { useShadowView } from './use-shadow-view.ts';

/** What can be done in the editor from outside. */
export interface EditorCommands {
  goToFault: () => void;
  find: () => void;
}

interface JsonEditorProps {
  label: string;
  text: string;
  /** The editor starts over with the text when this changes. */
  textCount: number;
  readOnly: boolean;
  /** Called at the first change, after each pause in typing, and before the editor goes. */
  onEdit: (text: string) => void;
  /** The fault of the text; asked when the typing pauses. */
  check: (text: string) => Promise<Fault[]>;
  onFaults: (faults: readonly Fault[]) => void;
  onSave: () => void;
  /** Called when there is an editor, and with null when it goes. */
  onCommands: (commands: EditorCommands | null) => void;
}

/** How long typing pauses before the text is checked. */
const CHECK_AFTER_MS = 400;

/** A text editor for JSON that marks faults in place. */
export function JsonEditor({ label, text, textCount, readOnly, ...callbacks }: JsonEditorProps) {
  const latest = useRef(callbacks);
  latest.current = callbacks;
  const editable = useRef(new Compartment()).current;

  const { host, view } = useShadowView(
    (root) => {
      const typed = typedText((edited) => latest.current.onEdit(edited));
      const save = () => {
        typed.flush();
        latest.current.onSave();
        return true;
      };
      const check = async ({ state }: EditorView): Promise<Diagnostic[]> => {
        const faults = await latest.current.check(state.doc.toString());
        latest.current.onFaults(faults);
        return faults.map((fault) => ({
          ...fault,
          from: Math.min(fault.from, state.doc.length),
          to: Math.min(fault.to, state.doc.length),
          severity: 'error',
        }));
      };
      const state = EditorState.create({
        doc: text,
        extensions: [
          jsonLook(label),
          editing,
          searching,
          highlightActiveLine(),
          linter(check, { delay: CHECK_AFTER_MS }),
          lintGutter(),
          keymap.of([
            { key: 'Mod-s', run: save, preventDefault: true, scope: 'editor search-panel' },
            ...lintKeymap,
          ]),
          editable.of(readOnlyState(readOnly)),
          EditorView.updateListener.of(({ docChanged, state }) => {
            if (docChanged) typed.change(() => state.doc.toString());
          }),
        ],
      });
      const editor = new EditorView({ state, parent: root, root });
      editor.dispatch({ effects: firstFolds(state.doc).map((fold) => foldEffect.of(fold)) });
      latest.current.onCommands({
        goToFault: () => {
          nextDiagnostic(editor);
          editor.focus();
        },
        find: () => openSearchPanel(editor),
      });
      return {
        editor,
        destroy: () => {
          latest.current.onCommands(null);
          typed.flush();
          editor.destroy();
        },
      };
    },
    [textCount],
  );

  useEffect(() => {
    view.current?.editor.dispatch({ effects: editable.reconfigure(readOnlyState(readOnly)) });
  }, [view, editable, readOnly]);

  return <div ref={host} className={styles.editor} />;
}

const readOnlyState = (readOnly: boolean) => EditorState.readOnly.of(readOnly);
