import { type DependencyList, type RefObject, useEffect, useRef } from 'react';

/**
 * Shows a view of CodeMirror in a shadow root: there it takes its styles as objects, which the content security policy
 * allows, and not as an element of the page.
 *
 * @param open recreates the view when `dependencies` change
 * @returns for the element that holds it
 */
export function useShadowView<View extends { destroy(): void }>(
  open: (root: ShadowRoot) => View,
  dependencies: DependencyList,
): { host: RefObject<HTMLDivElement | null>; view: RefObject<View | null> } {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<View>(null);
  useEffect(() => {
    if (host.current === null) return;
    const opened = open(host.current.shadowRoot ?? host.current.attachShadow({ mode: 'open' }));
    view.current = opened;
    return () => {
      view.current = null;
      opened.destroy();
    };
    // biome-ignore lint/correctness/useExhaustiveDependencies: the caller says what the view depends on
  }, dependencies);
  return { host, view };
}
