import type { z } from 'zod';
import type { ErrorCode as KnownErrorCode } from '../shared/contract/errors.ts';
import type { ExportFormat as KnownFormat } from '../shared/contract/export-formats.ts';
import type { getMetadata } from '../shared/contract/routes/metadata.ts';
import type { getProcessingStatus } from '../shared/contract/routes/processing.ts';
import type { completeUpload, getVideo } from '../shared/contract/routes/videos.ts';
import type { ServiceEvent as KnownEvent } from '../shared/contract/schemas/event.ts';

/*
 * The contract's types by their names in the reference. In place of this file the package has interfaces of these names, made of the
 * same schemas (`client/build/declare-contract.ts`).
 */

export type ErrorCode = KnownErrorCode;
export type ExportFormat = KnownFormat;
export type Video = z.output<(typeof getVideo)['response']>;
export type MetadataDocument = z.output<(typeof getMetadata)['response']>;
export type DocumentObject = MetadataDocument['objects'][string];
export type ServiceEvent = KnownEvent;
export type JobStatus = z.output<(typeof getProcessingStatus)['response']>;
export type UploadCompleted = z.output<(typeof completeUpload)['response']>;

/** The methods for the endpoints, by their groups. */
export type Endpoints = object;
