/** Names of tests that fail on a store which computes no checksum of an upload in parts. */
export const NEED_CHECKSUM_OF_THE_WHOLE = [
  'the CRC-64/NVME of the whole is told on completion, and afterwards',
  'fails the video, however often its completion is repeated, and the ingest leaves it so',
  'says what became of the upload',
  'is not resumed with another file of its length',
  'fails the video though the answer of the store is lost',
  'is found by the ingest where the completion dies behind its request to the store',
  'is found on completion where the store shows the ingest no checksum, however fast that was',
];
