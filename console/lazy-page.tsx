import { type ComponentType, use } from 'react';
import { loadCode } from './load-code.ts';

/**
 * A page whose code is loaded when it is first gone to, and asked for again after a failure. Unlike the router's own, it never
 * reloads the window by itself, which would end uploads, and offline would leave nothing.
 * @param load throws CodeNotLoaded
 */
export function lazyPage(load: () => Promise<ComponentType>) {
  let Page: ComponentType | undefined;
  let loading: Promise<void> | undefined;

  const preload = (): Promise<void> => {
    loading ??= loadCode(load).then(
      (loaded) => {
        Page = loaded;
      },
      (failure: unknown) => {
        loading = undefined;
        throw failure;
      },
    );
    return loading;
  };

  function LazyPage() {
    if (Page === undefined) use(preload());
    return Page && <Page />;
  }
  return Object.assign(LazyPage, { preload });
}
