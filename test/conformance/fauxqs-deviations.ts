import { EXPORT_FORMAT_NAMES } from '../../shared/contract/export-formats.ts';
import { NEED_CHECKSUM_OF_THE_WHOLE } from './references/checksum-of-the-whole.ts';
import type { Deviation } from './references/reference.ts';

/**
 * The deviations of fauxqs 2.4.1 from AWS that the service notices, where AWS documents the behaviour, and the tests
 * that show them; sources are pages of the S3 API reference, https://docs.aws.amazon.com/AmazonS3/latest/API/. The service does
 * not work around them.
 */
export const FAUXQS_DEVIATIONS: readonly Deviation[] = [
  {
    deviation: 'response-content-type and response-content-disposition of a URL are ignored',
    source: 'API_GetObject.html',
    tests: [
      'becomes a processed video with the name, size and job that were asked for',
      ...EXPORT_FORMAT_NAMES.map((format) => `exports ${format} under the name of the video, as what it is`),
    ],
  },
  {
    deviation: 'parts of an upload cannot be listed',
    source: 'API_ListParts.html',
    tests: [
      'shows a read-only key what is missing, without URLs to write by',
      'may have 10 GiB, in at most 1,000 parts; not a byte more',
      'refuses what does not match, and the upload stays open for another attempt',
      'is resumed: only what is missing is sent',
      'is not resumed with another file',
      'gives up on a store that never answers well, and the upload stays to be resumed',
      'does not ask for ever when fresh URLs are refused, too',
      'POST /api/videos/upload, an announcement: a 500 tears nothing, and the retry converges',
      'GET /api/videos/{id}/upload, an announced file: a 500 tears nothing, and the retry converges',
      'POST /api/videos/{id}/upload/complete, a file that has arrived: a 500 tears nothing, and the retry converges',
    ],
  },
  {
    deviation: 'open multipart uploads cannot be listed',
    source: 'API_ListMultipartUploads.html',
    tests: [
      'fails after 24 hours, and what has arrived of it is removed',
      'multipart uploads that were abandoned go after 24 hours',
      'are counted as announced, and not those of an upload that failed',
    ],
  },
  {
    deviation: 'signatures, the end of a URL and the headers it signs are not looked at',
    source: 'sigv4-query-string-auth.html',
    tests: [
      'takes exactly as many bytes as the part has',
      'is resumed with fresh URLs for missing parts, also after the first URLs died',
      'asks once for fresh URLs when all of them died',
      'of a server whose clock is an hour behind is dead from the start',
    ],
  },
  {
    deviation: 'the size of the whole is not compared on completion, and no checksum of it is computed',
    source: 'API_CompleteMultipartUpload.html',
    tests: [
      ...NEED_CHECKSUM_OF_THE_WHOLE,
      'parts that together are not the size announced make no object, and the upload stays open',
      'an upload is not completed under another size than that of its parts',
    ],
  },
  {
    deviation: 'If-Match on the source of a copied part is ignored',
    source: 'API_UploadPartCopy.html',
    tests: ['an object is not put together from pieces of a source that was replaced'],
  },
  {
    deviation: 'objects are at most 11 MiB in one request',
    source: 'API_PutObject.html',
    tests: ['a video that came in a form has nothing to complete'],
  },
];
