import fc from 'fast-check';
import type { Keyframe, StoredObject } from '../../../shared/contract/schemas/metadata.ts';

/** Frames of the videos that are asked about. */
export const FRAMES = 40;

const LABELS = ['car', 'bus', 'Bus', 'Straße'];
const NAMES = ['Ferry', 'FERRY 2', 'ﬁn', 'x'];

/** On a coarse grid, so that shapes often end where a region begins. */
const coordinate = fc.integer({ min: -1, max: 9 }).map((n) => n / 8);
const length = fc.integer({ min: 0, max: 3 }).map((n) => n / 8);

const shapeOf = (kind: StoredObject['kind']): fc.Arbitrary<object> =>
  kind === 'box'
    ? fc.record({ x: coordinate, y: coordinate, width: length, height: length })
    : fc.record({
        corners: fc.array(fc.record({ x: coordinate, y: coordinate }), { minLength: 4, maxLength: 4 }),
      });

const trackOf = (kind: StoredObject['kind']): fc.Arbitrary<Keyframe[]> =>
  fc
    .uniqueArray(fc.nat(FRAMES - 1), { maxLength: 6 })
    .map((frames) => frames.sort((a, b) => a - b))
    .chain((frames) =>
      fc.tuple(
        ...frames.map((frame) =>
          fc
            .tuple(
              shapeOf(kind),
              fc.oneof(
                { weight: 3, arbitrary: fc.constant(false) },
                { weight: 1, arbitrary: fc.constant(true) },
              ),
            )
            .map(([shape, hidden]) => ({
              frame,
              time: frame / 25,
              ...shape,
              ...(hidden && { hidden }),
            })),
        ),
      ),
    ) as fc.Arbitrary<Keyframe[]>;

export interface TrackedSample {
  readonly object: StoredObject;
  readonly track: Keyframe[];
}

const customData = fc.dictionary(
  fc.constantFrom('team', 'n', '__proto__x', 'toString'),
  fc.constantFrom<unknown>('red', 'blue', '', 1, 1.5, true, null, { a: [1] }, '1'),
);

const sample = (id: string): fc.Arbitrary<TrackedSample> =>
  fc.constantFrom<StoredObject['kind']>('box', 'surface').chain((kind) =>
    fc
      .record({
        track: trackOf(kind),
        label: fc.constantFrom(...LABELS),
        userLabel: fc.option(fc.constantFrom(...NAMES), { nil: null }),
        confidence: fc.constantFrom(0, 0.25, 0.5, 0.5, 0.75, 1),
        customData,
        // Documents from outside may say what their tracks do not.
        odd: fc.option(fc.tuple(fc.nat(FRAMES), fc.nat(FRAMES)), { freq: 6, nil: undefined }),
      })
      .map(({ track, odd, ...members }) => {
        const seen = track.filter(({ hidden }) => !hidden);
        const [firstFrame, lastFrame] = odd
          ? [Math.min(...odd), Math.max(...odd)]
          : [seen[0]?.frame ?? 0, Math.max(seen[0]?.frame ?? 0, track.at(-1)?.frame ?? 0)];
        const object = {
          id,
          kind,
          firstFrame,
          lastFrame,
          frameCount: lastFrame - firstFrame + 1,
          ...members,
        };
        return { object, track };
      }),
  );

/** Objects of a document, with ids in no order. */
export const documents: fc.Arbitrary<TrackedSample[]> = fc
  .uniqueArray(fc.stringMatching(/^[a-zA-Z0-9_é"]{1,5}$/), { maxLength: 14 })
  .chain((ids) => fc.tuple(...ids.map(sample)));

const some = <T>(value: fc.Arbitrary<T>) => fc.array(value, { minLength: 1, maxLength: 3 });
const fraction = fc.constantFrom('0', '0.25', '0.5', '0.75', '1');
const frame = fc.nat(FRAMES + 5).map(String);
/** Half frames, of videos of 25 frames a second that begin at 1 s. */
const time = fc
  .oneof(fc.integer({ min: -4, max: 2 * FRAMES + 4 }), fc.constantFrom(0, -1, 2 * FRAMES))
  .map((half) => (1 + half / 50).toFixed(2));

const rising = (a: unknown, b: unknown): boolean =>
  a === undefined || b === undefined || Number(a) <= Number(b);

export type ObjectQuery = Partial<Record<string, string | string[]>>;

const parameters: Readonly<Record<string, fc.Arbitrary<string | string[]>>> = {
  label: some(fc.constantFrom(...LABELS)),
  userLabel: some(fc.constantFrom('fer', 'ferry ', 'FI', 'X', 'q')),
  kind: some(fc.constantFrom('box', 'surface')),
  minConfidence: fraction,
  maxConfidence: fraction,
  customData: some(
    fc.constantFrom(
      ...['team=red', 'team=', 'team', 'n=1', 'n=1.5', 'n=true', 'n={"a":[1]}', 'n=null', 'toString'],
    ),
  ),
  fromFrame: frame,
  toFrame: frame,
  fromTime: time,
  toTime: time,
  region: fc
    .tuple(coordinate, coordinate, length, length)
    .map((numbers) => numbers.map((number) => number.toFixed(3)).join(',')),
  hidden: fc.constantFrom('true', 'false'),
};

const sorts = fc
  .tuple(
    fc.constantFrom('', '-'),
    fc.constantFrom('firstFrame', 'lastFrame', 'frameCount', 'confidence', 'label', 'id'),
  )
  .map((parts) => ({ sort: parts.join('') }));

/** A few of the filters of a list, and its order, as texts. */
export const queries: fc.Arbitrary<ObjectQuery> = fc
  .tuple(
    fc.subarray([...Object.keys(parameters), 'region'], { maxLength: 3 }),
    fc.record(parameters),
    fc.option(sorts, { nil: {} }),
  )
  .map(([names, values, sort]) => ({
    ...Object.fromEntries(names.map((name) => [name, values[name]])),
    ...sort,
  }))
  .filter(
    (query: ObjectQuery) =>
      !((query.fromFrame ?? query.toFrame) && (query.fromTime ?? query.toTime)) &&
      rising(query.minConfidence, query.maxConfidence) &&
      rising(query.fromFrame, query.toFrame) &&
      rising(query.fromTime, query.toTime),
  );
