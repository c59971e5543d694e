import type { Deviation } from './reference.ts';

/**
 * Of LocalStack and of MinIO: without a checksum of its own no part of a direct upload is taken. AWS asks for one where the
 * checksum of the whole is made of those of the parts (`COMPOSITE`); ours is `FULL_OBJECT`.
 */
export const UNCHECKED_PARTS: Deviation = {
  deviation:
    'a part without a checksum is refused in an upload opened with a CRC-64/NVME of the whole object',
  source: 'https://docs.aws.amazon.com/AmazonS3/latest/userguide/checking-object-integrity-upload.html',
  tests: [
    'a part needs no checksum of its own',
    'parts that together are not the size announced make no object, and the upload stays open',
    'becomes a processed video with the name, size and job that were asked for',
    'that is no video fails with UNSUPPORTED_FORMAT',
    'that is in a codec nobody decodes fails with UNSUPPORTED_FORMAT, naming it',
    'takes exactly as many bytes as the part has',
    'is resumed with fresh URLs for missing parts, also after the first URLs died',
    'fails after 24 hours, and what has arrived of it is removed',
    'leaves nothing when its video is deleted',
    'refuses what does not match, and the upload stays open for another attempt',
    'refuses a part that never arrived',
    'again and in parallel answers the same and makes one version',
    'succeeds though the reply of the store is lost',
    'an announcement and a completion whose answers got lost make one video',
    'are at most ten; a completed one makes room',
    'an upload that was completed is no longer one that is not',
    'of a direct upload gets the same parts under URLs that are alive',
    'POST /api/videos/{id}/upload/complete, a file that has arrived: a 500 tears nothing, and the retry converges',
    'the completion of a direct upload removes the object it made, and gets 404',
  ],
  files: ['test/client/files/upload-direct.test.ts'],
};
