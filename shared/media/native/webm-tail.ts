import type { ByteSource } from '../byte-source.ts';
import { Id, parseElement } from '../container/ebml.ts';
import { encodeUint } from './ebml-writing.ts';

/** How much of the end of the file is searched for a Cluster, in bytes: the next only if the one before fails. */
const SEARCH_BYTES = [1 << 20, 1 << 24, 1 << 26];

const CLUSTER = Buffer.from(encodeUint(Id.cluster));

/** What may stand in a Segment of unknown size, or in a Cluster of unknown size within it. */
const SEGMENT_OR_CLUSTER_CHILDREN: ReadonlySet<number> = new Set([
  ...[Id.seekHead, Id.info, Id.tracks, Id.cues, Id.chapters, Id.attachments, Id.cluster, Id.tags],
  ...[
    Id.timestamp,
    Id.position,
    Id.prevSize,
    Id.silentTracks,
    Id.simpleBlock,
    Id.blockGroup,
    Id.encryptedBlock,
  ],
  ...[Id.void, Id.crc32],
]);

/**
 * Whether a file whose Segment has no known size (a recording as browsers make it) ends with a whole element: from
 * some Cluster near the end, elements follow each other exactly up to the end of the file. Walking there from the
 * front could mean reading the whole file, since such Clusters often have no size either.
 */
export async function endsWithWholeElement(source: ByteSource, segmentDataStart: number): Promise<boolean> {
  for (const length of SEARCH_BYTES) {
    const start = Math.max(segmentDataStart, source.size - length);
    if (start === source.size) return false;
    const tail = Buffer.from(await source.read(start, source.size));
    if (chainReachesEnd(tail)) return true;
    if (start === segmentDataStart) return false;
  }
  return false;
}

/** Tries every place that could be a Cluster; no offset is visited twice, so that the work is linear. */
function chainReachesEnd(tail: Buffer): boolean {
  const visited = new Uint8Array(tail.length);
  for (let start = tail.indexOf(CLUSTER); start !== -1; start = tail.indexOf(CLUSTER, start + 1)) {
    let offset = start;
    while (offset < tail.length && visited[offset] === 0) {
      visited[offset] = 1;
      const element = parseElement(tail, offset);
      if (!element || !SEGMENT_OR_CLUSTER_CHILDREN.has(element.id)) break;
      if (element.end === null && element.id !== Id.cluster) break;
      offset = element.end ?? element.dataStart;
    }
    if (offset === tail.length) return true;
  }
  return false;
}
