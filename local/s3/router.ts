import { createBucket, headBucket } from './operations/buckets.ts';
import { completeMultipartUpload } from './operations/complete-upload.ts';
import { copyObject } from './operations/copy-object.ts';
import { deleteObject, deleteObjects } from './operations/delete-objects.ts';
import { listObjectsV2 } from './operations/list-objects.ts';
import { listMultipartUploads, listParts } from './operations/list-uploads.ts';
import { abortMultipartUpload, createMultipartUpload } from './operations/multipart-upload.ts';
import {
  deleteObjectVersion,
  listObjectVersions,
  putBucketVersioning,
} from './operations/object-versions.ts';
import type { Operation } from './operations/operation.ts';
import { putObject } from './operations/put-object.ts';
import { getObject, headObject } from './operations/read-object.ts';
import { uploadPart, uploadPartCopy } from './operations/upload-part.ts';
import { S3Error } from './protocol/errors.ts';
import type { S3Request } from './protocol/request.ts';

interface Route {
  method: string;
  of: 'bucket' | 'object';
  /** Subresources that the query must name; it may name no others. */
  query: readonly string[];
  copy?: true;
  operation: Operation;
}

const ROUTES: readonly Route[] = [
  { method: 'PUT', of: 'bucket', query: [], operation: createBucket },
  { method: 'HEAD', of: 'bucket', query: [], operation: headBucket },
  { method: 'GET', of: 'bucket', query: ['list-type'], operation: listObjectsV2 },
  { method: 'GET', of: 'bucket', query: ['uploads'], operation: listMultipartUploads },
  { method: 'PUT', of: 'bucket', query: ['versioning'], operation: putBucketVersioning },
  { method: 'GET', of: 'bucket', query: ['versions'], operation: listObjectVersions },
  { method: 'POST', of: 'bucket', query: ['delete'], operation: deleteObjects },
  { method: 'GET', of: 'object', query: [], operation: getObject },
  { method: 'HEAD', of: 'object', query: [], operation: headObject },
  { method: 'PUT', of: 'object', query: [], operation: putObject },
  { method: 'PUT', of: 'object', query: [], copy: true, operation: copyObject },
  { method: 'DELETE', of: 'object', query: [], operation: deleteObject },
  { method: 'DELETE', of: 'object', query: ['versionId'], operation: deleteObjectVersion },
  { method: 'POST', of: 'object', query: ['uploads'], operation: createMultipartUpload },
  { method: 'PUT', of: 'object', query: ['partNumber', 'uploadId'], operation: uploadPart },
  { method: 'PUT', of: 'object', query: ['partNumber', 'uploadId'], copy: true, operation: uploadPartCopy },
  { method: 'GET', of: 'object', query: ['uploadId'], operation: listParts },
  { method: 'POST', of: 'object', query: ['uploadId'], operation: completeMultipartUpload },
  { method: 'DELETE', of: 'object', query: ['uploadId'], operation: abortMultipartUpload },
];

/** Query parameters that select another operation; those that no route names are not implemented. */
const SUBRESOURCES = new Set(
  'accelerate acl analytics attributes cors delete encryption intelligent-tiering inventory legal-hold lifecycle list-type location logging metrics notification object-lock ownershipControls partNumber policy policyStatus publicAccessBlock renameObject replication requestPayment restore retention select session tagging torrent uploadId uploads versionId versioning versions website'.split(
    ' ',
  ),
);

/** Headers that would change the stored object in ways that this server does not support: refused rather than ignored. */
const UNSUPPORTED_HEADERS =
  /^x-amz-(server-side-encryption-customer-|copy-source-server-side-|object-lock-|tagging$|website-redirect-|write-offset-bytes$)/;

const METHODS = new Set(ROUTES.map(({ method }) => method));

/** @throws {S3Error} MethodNotAllowed, NotImplemented */
export function route(request: S3Request): Operation {
  if (!METHODS.has(request.method)) throw new S3Error('MethodNotAllowed');
  const level = request.key === '' ? 'bucket' : 'object';
  const copy = request.headers.has('x-amz-copy-source');
  const named = [...request.query.keys()].filter((name) => SUBRESOURCES.has(name)).sort();
  const found = ROUTES.find(
    ({ method, of, query, copy: copies = false }) =>
      method === request.method && of === level && query.join() === named.join() && copies === copy,
  );
  if (!found || [...request.headers.keys()].some((name) => UNSUPPORTED_HEADERS.test(name))) {
    throw new S3Error('NotImplemented');
  }
  return found.operation;
}
