/**
 * The life of a video on another author's S3 and SQS, which `npm run conformance` has too.
 *
 * @module-tag long
 */
import './fauxqs.ts';
import '../endpoints/life-of-a-video.test.ts';
