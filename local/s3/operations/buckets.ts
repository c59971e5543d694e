import { S3Error } from '../protocol/errors.ts';
import type { Operation } from './operation.ts';

export const createBucket: Operation = ({ bucket }, { store, now }) => {
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket)) throw new S3Error('InvalidBucketName');
  if (!store.createBucket(bucket, now())) throw new S3Error('BucketAlreadyOwnedByYou');
  return { status: 200, headers: { location: `/${bucket}` } };
};

/** The router checks for every operation that the bucket exists. */
export const headBucket: Operation = () => ({ status: 200 });
