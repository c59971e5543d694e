import { MergeView, unifiedMergeView } from '@codemirror/merge';
import { EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { useRef } from 'react';
import styles from './code.module.css';
import { editing, jsonLook } from './code-theme.ts';
import { typedText } from './typed-text.ts';
import { useShadowView } from './use-shadow-view.ts';

interface TextComparisonProps {
  before: { label: string; text: string };
  after: { label: string; text: string };
  /** The second text can be edited. */
  onEdit?: (text: string) => void;
}

/** Where there is less room, the texts stand one within the other. */
const SIDE_BY_SIDE_PX = 720;

/** Differences are coarse where finding finer ones would take longer than this. */
const DIFF = { scanLimit: 2000, timeout: 60 };

const COLLAPSE = { margin: 3, minSize: 6 };

/** Two texts with their differences, line by line. */
export function TextComparison({ before, after, onEdit }: TextComparisonProps) {
  const latest = useRef(onEdit);
  latest.current = onEdit;
  const readOnly = onEdit === undefined;

  const { host } = useShadowView(
    (root) => {
      const typed = typedText((text) => latest.current?.(text));
      const first = [jsonLook(before.label), EditorState.readOnly.of(true)];
      const second = [
        jsonLook(after.label),
        readOnly ? EditorState.readOnly.of(true) : editing,
        EditorView.updateListener.of(({ docChanged, state }) => {
          if (docChanged) typed.change(() => state.doc.toString());
        }),
      ];
      const view =
        root.host.clientWidth >= SIDE_BY_SIDE_PX
          ? new MergeView({
              a: { doc: before.text, extensions: first },
              b: { doc: after.text, extensions: second },
              parent: root,
              root,
              diffConfig: DIFF,
              collapseUnchanged: COLLAPSE,
            })
          : new EditorView({
              state: EditorState.create({
                doc: after.text,
                extensions: [
                  second,
                  unifiedMergeView({
                    original: before.text,
                    mergeControls: false,
                    diffConfig: DIFF,
                    collapseUnchanged: COLLAPSE,
                  }),
                ],
              }),
              parent: root,
              root,
            });
      return {
        destroy: () => {
          typed.flush();
          view.destroy();
        },
      };
    },
    // The second text changes with the text typed here.
    [before.text, before.label, after.label, readOnly],
  );
  return <div ref={host} className={styles.comparison} />;
}
