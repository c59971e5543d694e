/** The page of the viewer's tests: leaves a viewer of what the test says in `window.viewer`. */
import { FrameTimes } from '../../../console/viewer/frame-times.ts';
import { type Scene, Viewer } from '../../../console/viewer/viewer.ts';

interface ViewerSetting {
  readonly size: { readonly width: number; readonly height: number };
  readonly times: readonly number[];
  readonly address: string;
  /** What a renewal gives in place of `address`. */
  readonly renewed: string;
  readonly scene: Scene;
}

declare global {
  interface Window {
    viewer: Viewer;
    openViewer: (setting: ViewerSetting) => void;
  }
}

window.openViewer = ({ size, times, address, renewed, scene }) => {
  const host = document.querySelector<HTMLElement>('#host');
  if (!host) throw new Error('The page has no place for the viewer');
  window.viewer = new Viewer(host, {
    size,
    times: new FrameTimes(times),
    address,
    scene,
    renewAddress: () => Promise.resolve(renewed),
  });
};
