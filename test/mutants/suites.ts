/** The tests that watch over the guards of a file, quickest first; that of the longest path counts. */
const SUITES: Readonly<Record<string, readonly string[]>> = {
  'functions/account': ['functions/access'],
  'functions/authorizer': ['functions/access'],
  'functions/detector': ['reliability/late-writes', 'reliability/repeated-messages'],
  'shared/service/detection/name-segment.ts': ['reliability/naming'],
  'shared/service/detection/plan-naming.ts': ['reliability/naming'],
  'functions/ingest': ['reliability/late-writes'],
  'shared/service/detection': ['reliability/late-writes', 'reliability/repeated-messages'],
  'shared/service/editing': ['functions/objects/edit-objects'],
  'shared/service/ingest': ['reliability/late-writes'],
  'shared/service/jobs': ['functions/access', 'reliability/late-writes', 'functions/promised-job'],
  'shared/service/keys': ['cli/commands'],
  'shared/service/uploads': ['functions/access', 'functions/direct-upload'],
  'functions/ingest/dead-letters.ts': ['functions/promised-job'],
  'functions/metadata': ['reliability/late-writes'],
  'functions/processing': ['functions/access', 'reliability/late-writes', 'functions/promised-job'],
  'functions/processing/get-processing-status.ts': ['functions/processing/get-processing-status'],
  'functions/projects': ['functions/projects/projects'],
  'functions/projects/install-plugin.ts': ['functions/projects/plugins', 'reliability/late-writes'],
  'functions/videos': ['functions/access', 'functions/direct-upload'],
  'functions/videos/complete-upload.ts': ['reliability/late-writes'],
  'functions/videos/delete-video.ts': ['reliability/late-writes', 'functions/access'],
  'shared/domain/keys/api-key.ts': ['domain/keys/api-key'],
  'shared/domain/keys/principal.ts': ['functions/access'],
  'shared/http': ['functions/access'],
  'shared/service/editing/edit-document.ts': ['functions/objects/edit-objects'],
  'shared/service/videos/find-video.ts': ['functions/access', 'reliability/late-writes'],
  'shared/http/idempotency.ts': ['functions/idempotency'],
  'shared/stores/accounts.ts': ['stores/accounts'],
  'shared/stores/files/assemble-object.ts': ['stores/files/media-files'],
  'shared/stores/documents/commit.ts': ['reliability/late-writes', 'reliability/delete-races'],
  'shared/stores/direct-uploads.ts': ['stores/direct-uploads', 'functions/direct-upload'],
  'shared/stores/quotas/document-quota.ts': ['functions/quotas'],
  'shared/stores/idempotency.ts': ['functions/idempotency'],
  'shared/stores/jobs/job-places.ts': ['stores/jobs/job-places'],
  'shared/stores/quotas/job-quota.ts': ['functions/quotas'],
  'shared/stores/jobs/jobs.ts': ['stores/jobs/jobs'],
  'shared/stores/keys.ts': ['stores/keys'],
  'shared/stores/files/media-files.ts': ['stores/files/media-files'],
  'shared/stores/files/multipart-upload.ts': ['stores/files/media-files'],
  'shared/stores/new-videos.ts': ['stores/quotas/video-count', 'functions/quotas'],
  'shared/stores/plugins.ts': [
    'functions/projects/plugins',
    'stores/lost-replies',
    'reliability/delete-races',
  ],
  'shared/stores/quotas/rate-limit.ts': ['reliability/admission'],
  'shared/stores/remains.ts': ['reliability/late-writes'],
  'shared/stores/quotas/tier-quotas.ts': ['functions/quotas'],
  'shared/stores/quotas/usage.ts': ['functions/quotas'],
  'shared/stores/documents/versions.ts': ['stores/documents/versions'],
  'shared/stores/quotas/video-count.ts': ['stores/quotas/video-count'],
  'shared/stores/videos.ts': ['stores/videos', 'functions/projects/projects'],
};

/** Paths of the test files for a source file; none where nobody has named any. */
export function suitesFor(file: string): string[] {
  const [longest] = Object.keys(SUITES)
    .filter((path) => file.startsWith(path))
    .sort((a, b) => b.length - a.length);
  return (SUITES[longest ?? ''] ?? []).map((name) => `test/${name}.test.ts`);
}
