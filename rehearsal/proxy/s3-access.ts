import { parseTarget } from '../../local/s3/protocol/request.ts';
import { childText, parseXml } from '../../local/s3/protocol/xml.ts';
import { type RequiredAccess, type StoreRequest, UnknownRequest } from './required-access.ts';

/**
 * The action that S3 checks for an operation, where its name is another.
 * Source: "Actions, resources, and condition keys for Amazon S3",
 * https://docs.aws.amazon.com/service-authorization/latest/reference/list_amazons3.html
 */
export const S3_ACTIONS: Readonly<Record<string, string>> = {
  HeadObject: 'GetObject',
  CreateMultipartUpload: 'PutObject',
  UploadPart: 'PutObject',
  UploadPartCopy: 'PutObject',
  CompleteMultipartUpload: 'PutObject',
  CopyObject: 'PutObject',
  DeleteObjects: 'DeleteObject',
  ListParts: 'ListMultipartUploadParts',
  ListObjectsV2: 'ListBucket',
  ListObjectVersions: 'ListBucketVersions',
  HeadBucket: 'ListBucket',
  ListMultipartUploads: 'ListBucketMultipartUploads',
};

/** Operations by what is asked of, the method, and the query parameter that selects them. */
const OPERATIONS: Readonly<Record<string, string>> = {
  'bucket HEAD': 'HeadBucket',
  'bucket GET list-type': 'ListObjectsV2',
  'bucket GET versions': 'ListObjectVersions',
  'bucket GET uploads': 'ListMultipartUploads',
  'bucket POST delete': 'DeleteObjects',
  'object GET': 'GetObject',
  'object HEAD': 'HeadObject',
  'object PUT': 'PutObject',
  'object PUT uploadId': 'UploadPart',
  'object DELETE': 'DeleteObject',
  'object DELETE versionId': 'DeleteObjectVersion',
  'object DELETE uploadId': 'AbortMultipartUpload',
  'object POST uploads': 'CreateMultipartUpload',
  'object POST uploadId': 'CompleteMultipartUpload',
  'object GET uploadId': 'ListParts',
};

const SELECTORS = [
  'list-type',
  'uploads',
  'uploadId',
  'delete',
  'versionId',
  'versions',
  'tagging',
  'acl',
  'policy',
];

/** What a path-style request to S3 must be allowed to do. */
export function requiredByS3({ method, target, headers, body }: StoreRequest): RequiredAccess {
  const { bucket, key, query } = parseTarget(target);
  const selector = SELECTORS.find((name) => query.has(name));
  const operation =
    OPERATIONS[[key === '' ? 'bucket' : 'object', method, selector].filter(Boolean).join(' ')];
  if (operation === undefined) throw new UnknownRequest(`S3: ${method} ${selector ?? ''}`);
  const of = (name: string, resource: string, context: Record<string, string> = {}) => ({
    action: `s3:${S3_ACTIONS[name] ?? name}`,
    resource: `arn:aws:s3:::${resource}`,
    context,
  });

  if (operation === 'DeleteObjects')
    return keysToDelete(body).map((deleted) => of(operation, `${bucket}/${deleted}`));
  if (key === '') {
    const prefix = query.get('prefix');
    return [of(operation, bucket, prefix === undefined ? {} : { 's3:prefix': prefix })];
  }
  const source = headers['x-amz-copy-source'];
  return [
    of(operation, `${bucket}/${key}`),
    ...(source === undefined ? [] : [of('GetObject', decodeURIComponent(source).replace(/^\/|\?.*$/g, ''))]),
    ...(headers['x-amz-tagging'] === undefined ? [] : [of('PutObjectTagging', `${bucket}/${key}`)]),
  ];
}

const keysToDelete = (body: string): string[] =>
  parseXml(body)
    .children.filter(({ name }) => name === 'Object')
    .map((object) => childText(object, 'Key') ?? '');
