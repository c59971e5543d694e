import type { View } from './finding/view.ts';
import { packState, type Stored, unpackState } from './packed-arrays.ts';
import { restoreDetail } from './template/detail.ts';
import { type SurfaceLevel, surfaceLevels } from './template/surface-level.ts';
import { derive } from './template/template.ts';
import type { KnownSurface, TrackingState } from './tracked-surface.ts';

/** What cannot be computed from the rest: the arrays of a level, in the order in which they are stored. */
const storedOf = ({ template, completion }: SurfaceLevel): Stored[] => [
  template.samples,
  template.known,
  template.trust,
  completion.candidate,
  completion.run,
  completion.fits,
];
const ARRAYS_A_LEVEL = 6;
const ARRAYS_A_VIEW = 6;
/** Stored last: the detail's samples and which of its cells are known. */
const ARRAYS_OF_DETAIL = 2;
const NO_DETAIL = { samples: new Uint8Array(), known: new Uint8Array() };

/** The known data of a surface, as bytes: as many however many frames were seen. */
export function packSurface({ state, levels, views, detail }: KnownSurface): Uint8Array<ArrayBuffer> {
  const { samples, known } = detail ?? NO_DETAIL;
  return packState({ ...state, map: [...state.map], startMap: [...state.startMap] }, [
    ...levels.flatMap(storedOf),
    ...packViews(views),
    samples,
    known,
  ]);
}

/** @param bytes that `packSurface` returned */
export function unpackSurface(bytes: Uint8Array): KnownSurface {
  const { state, arrays } = unpackState<TrackingState>(bytes);
  const { aspect, side, noise, map, startMap } = state;
  const levels = surfaceLevels(aspect, side, noise);
  for (const [i, level] of levels.entries()) {
    const { template } = level;
    for (const [k, array] of storedOf(level).entries()) array.set(arrays[ARRAYS_A_LEVEL * i + k] as Stored);
    for (let cell = 0; cell < template.known.length; cell++) derive(template, cell);
  }
  const [samples, known] = arrays.slice(-ARRAYS_OF_DETAIL) as [Uint8Array, Uint8Array];
  return {
    state: { ...state, map: Float64Array.from(map), startMap: Float64Array.from(startMap) },
    levels,
    views: unpackViews(arrays.slice(ARRAYS_A_LEVEL * levels.length, -ARRAYS_OF_DETAIL)),
    detail: restoreDetail(aspect, side, samples, known, noise),
  };
}

const packViews = (views: readonly View[]): Stored[] =>
  views.flatMap(({ map, features: { x, y, angle, size, words } }) => [map, x, y, angle, size, words]);

function unpackViews(arrays: readonly Stored[]): View[] {
  return Array.from({ length: arrays.length / ARRAYS_A_VIEW }, (_, i) => {
    const [map, x, y, angle, size, words] = arrays.slice(ARRAYS_A_VIEW * i, ARRAYS_A_VIEW * (i + 1)) as [
      Float64Array,
      Float32Array,
      Float32Array,
      Float32Array,
      Float32Array,
      Uint32Array,
    ];
    return { map, features: { count: x.length, x, y, angle, size, words } };
  });
}
