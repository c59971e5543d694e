const MIB = 1024 * 1024;

/** Sizes in bytes, counts in items, times in seconds unless the name says otherwise. */
export const LIMITS = {
  nameLength: 255,
  keysProjects: 100,
  /** Keys of an account that work; a quota like those in `quotas.ts`. */
  activeKeys: 100,
  /** Of the keys that have ended, those among the newest so many are listed. */
  listedKeys: 1000,
  listedProjects: 10_000,
  /** Of an account's videos, those among the newest so many are searched. */
  searchedVideos: 10_000,
  /** Of the labels of a video's objects, those by which it is found, and their bytes. */
  videoLabels: 500,
  videoLabelBytes: 16 * 1024,
  pageSize: 100,
  defaultPageSize: 20,
  jsonBodyBytes: MIB,
  jsonDepth: 64,
  documentBytes: 64 * MIB,
  /**
   * Bytes of memory that parsing a document may take, as `parsedMemory` estimates it: one in a file, and one that edits have
   * built, measured in pieces; less, so that its export can be restored.
   */
  documentMemory: 448 * MIB,
  editedDocumentMemory: 384 * MIB,
  customDataBytes: 16 * 1024,
  /** Operations of one JSON Patch. */
  patchOperations: 500,
  /** JSON that the `copy` operations of one JSON Patch may copy in all. */
  copiedBytes: 16 * MIB,
  descriptionLength: 500,
  /** Versions of plugins, of all types together, installed for a video. */
  plugins: 100,
  pluginVersionLength: 64,
  schemaBytes: 64 * 1024,
  schemaDepth: 32,
  patternLength: 500,
  /** Instructions of the program that a pattern compiles to. */
  patternInstructions: 1000,
  /** Steps a write may spend on reading plugin schemas and checking configurations; see `StepBudget`. */
  schemaSteps: 5_000_000,
  /** Nested applications of schemas. */
  schemaEvaluationDepth: 500,
  /** API Gateway's payload limit; `inlineUploadBytes` is what fits a Lambda invocation after base64. */
  gatewayBodyBytes: 10 * MIB,
  /** Largest file in a multipart upload when deployed: Lambda's 6 MB request after base64. */
  inlineUploadBytes: 4_500_000,
  /** What a form may hold besides its file. */
  formBytes: MIB,
  /** Largest file in a direct upload. */
  directUploadBytes: 10 * 1024 * MIB,
  /** Incomplete direct uploads of an account; a quota like those in `quotas.ts`. */
  openUploads: 10,
  uploadParts: 1000,
  etagLength: 128,
  processingFps: { min: 1, max: 30, default: 5 },
  confidence: { min: 0, max: 1, default: 0.5 },
  surfaceCorners: 4,
  /** Shortest side of a marked surface, in pixels of the displayed frame. */
  surfaceSide: 16,
  /** Least share of a marked surface that is inside the frame. */
  surfaceShareInside: 0.5,
  /** A corner of a marked surface, in fractions of the frame: none that can be is outside of this. */
  cornerFraction: { min: -10, max: 11 },
  /** A `data:` URL that fits into a request with what is around it, and the longer side of its picture, pixels. */
  overlayImage: { characters: 700_000, side: 4096 },
  overlayText: 2000,
  overlayPoints: 200,
  /** How often a length of an overlay may be that of the picture. */
  overlayShare: 10,
  labels: 100,
  /** Values of a parameter that may be repeated. */
  parameterValues: 100,
  /** Objects, or versions, of a page. */
  listedEntries: 1000,
  /** Events of a page, and how long a reader may wait for one. */
  listedEvents: 100,
  eventWaitSeconds: 20,
  /** Webhooks of an account; a quota like those in `quotas.ts`. */
  webhooks: 20,
  webhookUrlLength: 2048,
  /** Deliveries of a page: each has up to `deliveryAttempts` attempts, with the beginnings of what was answered. */
  listedDeliveries: 25,
  deliveryAttempts: 20,
  /** Events that one request sends to a webhook again. */
  eventsSentAgain: 1000,
  /** For how long a webhook's former secret signs too, after another has taken its place. */
  secretOverlapHours: 24,
  /** Characters of a place in a list. */
  cursorLength: 6000,
  /** Frames of one request in which an object is looked for. */
  askedFrames: 1000,
  labelLength: 64,
  rateWindowSeconds: 60,
  /** Requests per minute of a person in the console, whatever the tier of their account. */
  identityRequests: 1200,
  idempotencyKeyLength: 255,
  /** How long the answer to a request with an Idempotency-Key is repeated. */
  idempotencySeconds: 24 * 3600,
  urlSeconds: 3600,
} as const;

/** Requests per minute of an account. `unlimited` is for tests and operators. */
export const TIER_LIMITS = { free: 100, pro: 1000, unlimited: 1_000_000_000 } as const;

export type Tier = keyof typeof TIER_LIMITS;
