/** The tests that cover the guards of a file or folder, quickest first; the longest matching path counts. */
const SUITES: Readonly<Record<string, readonly string[]>> = {
  'functions/account': ['endpoints/access'],
  'functions/authorizer': ['endpoints/access'],
  'shared/service/detection/name-segment.ts': ['reliability/naming'],
  'shared/service/detection/plan-naming.ts': ['reliability/naming'],
  'shared/service/detection': ['reliability/late-writes', 'reliability/repeated-messages'],
  'shared/service/editing': ['functions/objects/edit-objects'],
  'shared/service/exports': ['reliability/late-writes'],
  'shared/service/ingest': ['reliability/late-writes'],
  'shared/service/ingest/give-up-uploads.ts': ['functions/processing/promised-job'],
  'shared/service/jobs': ['endpoints/access', 'reliability/late-writes', 'functions/processing/promised-job'],
  'shared/service/jobs/job-status.ts': ['functions/processing/get-processing-status'],
  'shared/service/keys/authenticate.ts': ['endpoints/access'],
  'shared/service/keys/create-key.ts': ['cli/commands'],
  'shared/service/failed': ['service/failed/retry-failed'],
  'shared/service/surfaces': ['service/surfaces/track-unit', 'reliability/surfaces', 'endpoints/surfaces'],
  'shared/service/steps': [
    'reliability/late-writes',
    'reliability/repeated-messages',
    'reliability/surfaces',
  ],
  'shared/service/projects': ['functions/projects/projects'],
  'shared/service/projects/install-plugin.ts': ['functions/projects/plugins', 'reliability/late-writes'],
  'shared/service/uploads': ['endpoints/access', 'functions/videos/direct-upload'],
  'shared/service/uploads/complete-upload.ts': ['reliability/late-writes'],
  'shared/domain/keys/api-key.ts': ['domain/keys/api-key'],
  'shared/domain/keys/principal.ts': ['endpoints/access'],
  'shared/http': ['endpoints/access', 'reliability/admission'],
  'shared/service/editing/edit-document.ts': ['functions/objects/edit-objects'],
  'shared/service/videos': ['endpoints/access'],
  'shared/service/videos/delete-video.ts': ['reliability/late-writes', 'endpoints/access'],
  'shared/service/videos/read-version.ts': ['reliability/late-writes'],
  'shared/service/videos/find-video.ts': ['endpoints/access', 'reliability/late-writes'],
  'shared/http/idempotency.ts': ['endpoints/idempotency'],
  'shared/stores/accounts.ts': ['stores/accounts'],
  'shared/stores/files/assemble-object.ts': ['stores/files/assemble-object', 'stores/files/media-files'],
  'shared/stores/files/resumed-upload.ts': ['stores/files/assemble-object'],
  'shared/stores/files/list-parts.ts': ['stores/files/assemble-object', 'functions/videos/direct-upload'],
  'shared/stores/documents/commit-version.ts': ['reliability/late-writes', 'reliability/delete-races'],
  'shared/stores/files/direct-uploads.ts': ['stores/files/direct-uploads', 'functions/videos/direct-upload'],
  'shared/stores/idempotency.ts': ['endpoints/idempotency'],
  'shared/stores/quotas/job-quota.ts': ['stores/quotas/job-quota', 'endpoints/quotas'],
  'shared/stores/quotas/places.ts': [
    'stores/quotas/surface-quota',
    'stores/quotas/job-quota',
    'stores/jobs/job-backlog',
    'endpoints/quotas',
  ],
  'shared/stores/jobs/jobs.ts': ['stores/jobs/jobs', 'service/failed/retry-failed'],
  'shared/stores/keys.ts': ['stores/keys'],
  'shared/stores/files/media-files.ts': ['stores/files/media-files'],
  'shared/stores/files/multipart-upload.ts': ['stores/files/assemble-object', 'stores/files/media-files'],
  'shared/stores/plugins.ts': [
    'functions/projects/plugins',
    'stores/lost-replies',
    'reliability/delete-races',
  ],
  'shared/stores/surfaces.ts': ['stores/surfaces'],
  'shared/stores/quotas/surface-quota.ts': ['stores/quotas/surface-quota'],
  'shared/stores/rate-limiter.ts': ['reliability/admission'],
  'shared/stores/videos/purger.ts': ['reliability/late-writes'],
  'shared/stores/quotas/usage.ts': ['endpoints/quotas', 'stores/quotas/storage-quota'],
  'shared/stores/documents/versions.ts': ['stores/documents/versions'],
  'shared/stores/quotas/storage-quota.ts': ['stores/quotas/storage-quota', 'endpoints/quotas'],
  'shared/stores/videos/videos.ts': [
    'stores/videos/videos',
    'functions/projects/projects',
    'service/failed/retry-failed',
  ],
};

/** Paths of the test files for a source file; empty if none are listed. */
export function suitesFor(file: string): string[] {
  const [longest] = Object.keys(SUITES)
    .filter((path) => file.startsWith(path))
    .sort((a, b) => b.length - a.length);
  return (SUITES[longest ?? ''] ?? []).map((name) => `test/${name}.test.ts`);
}
