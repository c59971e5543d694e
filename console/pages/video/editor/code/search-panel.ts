import {
  closeSearchPanel,
  findNext,
  findPrevious,
  getSearchQuery,
  replaceAll,
  replaceNext,
  SearchQuery,
  setSearchQuery,
} from '@codemirror/search';
import { EditorView, type Panel, runScopeHandlers, type ViewUpdate } from '@codemirror/view';

/** Where something is found in the text of an editor, and replaced. */
export function searchPanel(view: EditorView): Panel {
  const begin = getSearchQuery(view.state);
  const find = field('Find', begin.search);
  // CodeMirror selects its text when the search is opened again.
  find.setAttribute('main-field', 'true');
  const replace = field('Replace with', begin.replace);
  const matchCase = checkbox(begin.caseSensitive);
  const said = element('span', { className: 'cm-find-said' });
  said.setAttribute('role', 'status');
  const say = (text: string) => {
    said.textContent = text;
  };

  const go = (command: (view: EditorView) => boolean) => {
    if (find.value !== '') say(command(view) ? '' : 'Nothing found');
  };
  const change = () => {
    const query = new SearchQuery({
      search: find.value,
      replace: replace.value,
      caseSensitive: matchCase.checked,
      literal: true,
    });
    const isOther = query.search !== getSearchQuery(view.state).search;
    view.dispatch({ effects: setSearchQuery.of(query) });
    say('');
    if (isOther && query.valid) showFirst(query);
  };
  /** Goes to the match at the selection or the next after it, without taking the text of the field, as `findNext` would. */
  const showFirst = (query: SearchQuery) => {
    const { from } = view.state.selection.main;
    const after = query.getCursor(view.state, from).next();
    const found = after.done ? query.getCursor(view.state, 0, from).next() : after;
    if (found.done) say('Nothing found');
    else
      view.dispatch({
        selection: { anchor: found.value.from, head: found.value.to },
        effects: EditorView.scrollIntoView(found.value.from, { y: 'center' }),
      });
  };
  const press = (event: KeyboardEvent) => {
    if (runScopeHandlers(view, event, 'search-panel')) event.preventDefault();
    else if (event.key === 'Enter' && event.target === find) {
      event.preventDefault();
      go(event.shiftKey ? findPrevious : findNext);
    } else if (event.key === 'Enter' && event.target === replace) {
      event.preventDefault();
      go(replaceNext);
    }
  };

  for (const input of [find, replace, matchCase]) input.addEventListener('input', change);
  const dom = element('div', { className: 'cm-find' }, [
    element('div', { className: 'cm-find-row' }, [
      find,
      button('Previous', () => go(findPrevious)),
      button('Next', () => go(findNext)),
      element('label', {}, [matchCase, 'Match case']),
      said,
    ]),
    element('div', { className: 'cm-find-row' }, [
      replace,
      button('Replace', () => go(replaceNext)),
      button('Replace all', () => go(replaceAll)),
      button('Close', () => closeSearchPanel(view), 'cm-find-close'),
    ]),
  ]);
  dom.setAttribute('role', 'search');
  dom.addEventListener('keydown', press);

  return {
    dom,
    top: true,
    mount: () => find.select(),
    update: ({ transactions }: ViewUpdate) => {
      for (const transaction of transactions) {
        for (const effect of transaction.effects)
          if (effect.is(setSearchQuery)) find.value = effect.value.search;
        if (transaction.isUserEvent('input.replace.all')) {
          let count = 0;
          transaction.changes.iterChanges(() => count++);
          queueMicrotask(() => say(`${count} replaced`));
        }
      }
    },
  };
}

function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  properties: Partial<HTMLElementTagNameMap[Tag]>,
  children: readonly (Node | string)[] = [],
): HTMLElementTagNameMap[Tag] {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children);
  return made;
}

function field(label: string, value: string): HTMLInputElement {
  const input = element('input', { type: 'text', value, placeholder: label, className: 'cm-find-field' });
  input.setAttribute('aria-label', label);
  return input;
}

const checkbox = (checked: boolean) => element('input', { type: 'checkbox', checked });

const button = (label: string, onclick: () => void, className = '') =>
  element('button', { type: 'button', onclick, className: `cm-find-button ${className}` }, [label]);
