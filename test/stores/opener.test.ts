import { expect, test } from 'vitest';
import { openVersionLists } from '../../shared/stores/documents/versions.ts';
import { storeFactoriesOf } from '../../shared/stores/store-factory.ts';
import { openVideoReader, openVideoWriter } from '../../shared/stores/videos/videos.ts';

const reading = { stores: ['videoReader', 'versionLists'] } as const;

test('the compiler accepts store factories of exactly the stores that a definition names, whatever they are called', () => {
  const factories = { videos: openVideoReader, versions: openVersionLists };
  expect(storeFactoriesOf(reading, factories)).toBe(factories);
  expect(storeFactoriesOf({ stores: [] }, {})).toEqual({});
});

test('the compiler refuses a store that is missing, one too many, and one that may do more', () => {
  // @ts-expect-error: among the `stores` of the definition, but not opened: versionLists
  storeFactoriesOf(reading, { videos: openVideoReader });
  // @ts-expect-error: opened, but not among the `stores` of the definition: videoWriter
  storeFactoriesOf(reading, { videos: openVideoReader, versions: openVersionLists, more: openVideoWriter });
  // @ts-expect-error: both
  storeFactoriesOf(reading, { videos: openVideoWriter, versions: openVersionLists });
  // @ts-expect-error: opened, but not among the `stores` of the definition: videoReader
  storeFactoriesOf({ stores: [] }, { videos: openVideoReader });
});
