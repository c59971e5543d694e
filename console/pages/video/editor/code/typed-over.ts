import { EditorView } from '@codemirror/view';

/**
 * Replaces a selection by what is typed over it. Left to itself, Chromium gives the new text the look of the old as a `style`
 * attribute, which the content security policy refuses.
 */
export const typedOver = EditorView.domEventHandlers({
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
