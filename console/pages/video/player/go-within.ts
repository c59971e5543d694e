import type { Viewer } from '../../../viewer/viewer.ts';

/** Goes to the first of some frames, unless one of them is shown. */
export function goWithin(
  viewer: Viewer,
  { firstFrame, lastFrame }: { readonly firstFrame: number; readonly lastFrame: number },
): void {
  const frame = viewer.state.frame ?? 0;
  if (frame < firstFrame || frame > lastFrame) viewer.goto(firstFrame);
}
