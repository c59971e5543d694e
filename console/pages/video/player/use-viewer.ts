import { type RefObject, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { FrameTimes } from '../../../viewer/frame-times.ts';
import { type Scene, Viewer, type ViewerState } from '../../../viewer/viewer.ts';

interface Source {
  readonly address: string;
  readonly size: { readonly width: number; readonly height: number };
  readonly times: FrameTimes;
  readonly renewAddress: () => Promise<string>;
  readonly scene: Scene;
}

/** The viewer within an element, from when the element is there. */
export function useViewer(host: RefObject<HTMLElement | null>, source: Source): Viewer | null {
  const [viewer, setViewer] = useState<Viewer | null>(null);
  const newest = useRef(source);
  useEffect(() => {
    newest.current = source;
  });
  const { times, address, scene } = source;
  const { width, height } = source.size;

  useEffect(() => {
    if (host.current === null) return;
    const { address: first, scene: drawn } = newest.current;
    const created = new Viewer(host.current, {
      size: { width, height },
      times,
      address: first,
      scene: drawn,
      renewAddress: () => newest.current.renewAddress(),
    });
    setViewer(created);
    return () => {
      created[Symbol.dispose]();
      setViewer(null);
    };
  }, [host, times, width, height]);

  useEffect(() => viewer?.setAddress(address), [viewer, address]);
  useEffect(() => viewer?.setScene(scene), [viewer, scene]);
  return viewer;
}

/** A part of the viewer's state; the component is rendered again only when that part changes. */
export function useViewerState<Part>(viewer: Viewer, choose: (state: ViewerState) => Part): Part {
  return useSyncExternalStore(
    (callback) => viewer.subscribe(callback),
    () => choose(viewer.state),
  );
}
