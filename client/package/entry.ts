/** Client of the Video Metadata Service. */
export type { Size } from '../../shared/kernel/geometry/box.ts';
export { type Homography, inverse } from '../../shared/kernel/geometry/homography.ts';
export type * from '../answers.ts';
export type { ClientOptions } from '../client.ts';
export {
  ApiFailure,
  ConnectionFailure,
  type ConnectionFailureReason,
  InvalidParameter,
  isApiFailure,
  UnreadableFile,
  VideoFailure,
  WebhookVerificationError,
} from '../failure.ts';
export type { PollOptions } from '../poll.ts';
export type { Answer } from '../read-answer.ts';
export type { PartOptions } from '../read-part.ts';
export { type MeshBounds, type MeshTriangle, type SurfaceMesh, surfaceMesh } from '../surface-mesh.ts';
export { frameAt, surfaceAt } from '../surface-track.ts';
export { mapPoint, matrix3d, surfaceTransform } from '../surface-transform.ts';
export { UploadFailure } from '../upload-failure.ts';
export type { PartsOptions, UploadOptions } from '../upload-in-parts.ts';
export { type VerifyOptions, verifyWebhook, type WebhookHeaders } from '../webhooks/verify-webhook.ts';
export type { Call, PagedCall } from './call.ts';
export { createClient, type VideoMetadataClient } from './create-client.ts';
export type {
  CallOptions,
  IdempotentOptions,
  OwnRequest,
  ReadOptions,
  WriteOptions,
} from './endpoint-methods.ts';
