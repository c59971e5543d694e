/** The tests that watch over the guards of a file, quickest first; that of the longest path counts. */
const SUITES: Readonly<Record<string, readonly string[]>> = {
  'functions/account': ['functions/access'],
  'functions/authorizer': ['functions/access'],
  'functions/detector': ['reliability/late-writes', 'reliability/repeated-messages'],
  'functions/detector/name-segment.ts': ['reliability/naming'],
  'functions/detector/plan-naming.ts': ['reliability/naming'],
  'functions/ingest': ['reliability/late-writes'],
  'functions/ingest/dead-letters.ts': ['functions/promised-job'],
  'functions/metadata': ['reliability/late-writes'],
  'functions/processing': ['functions/access', 'reliability/late-writes', 'functions/promised-job'],
  'functions/processing/get-processing-status.ts': ['functions/processing/get-processing-status'],
  'functions/projects': ['functions/projects/projects'],
  'functions/projects/install-plugin.ts': ['functions/projects/plugins', 'reliability/late-writes'],
  'functions/videos': ['functions/access', 'functions/direct-upload'],
  'functions/videos/complete-upload.ts': ['reliability/late-writes'],
  'functions/videos/delete-video.ts': ['reliability/late-writes', 'functions/access'],
  'shared/domain/api-key.ts': ['domain/api-key'],
  'shared/domain/principal.ts': ['functions/access'],
  'shared/http': ['functions/access'],
  'shared/http/edit-document.ts': ['functions/objects/edit-objects'],
  'shared/http/find-video.ts': ['functions/access', 'reliability/late-writes'],
  'shared/http/idempotency.ts': ['functions/idempotency'],
  'shared/stores/accounts.ts': ['stores/accounts'],
  'shared/stores/assemble-object.ts': ['stores/media-files'],
  'shared/stores/commit.ts': ['reliability/late-writes', 'reliability/delete-races'],
  'shared/stores/direct-uploads.ts': ['stores/direct-uploads', 'functions/direct-upload'],
  'shared/stores/document-quota.ts': ['functions/quotas'],
  'shared/stores/idempotency.ts': ['functions/idempotency'],
  'shared/stores/job-places.ts': ['stores/job-places'],
  'shared/stores/job-quota.ts': ['functions/quotas'],
  'shared/stores/jobs.ts': ['stores/jobs'],
  'shared/stores/keys.ts': ['stores/keys'],
  'shared/stores/media-files.ts': ['stores/media-files'],
  'shared/stores/multipart-upload.ts': ['stores/media-files'],
  'shared/stores/new-videos.ts': ['stores/video-count', 'functions/quotas'],
  'shared/stores/plugins.ts': [
    'functions/projects/plugins',
    'stores/lost-replies',
    'reliability/delete-races',
  ],
  'shared/stores/rate-limit.ts': ['reliability/admission'],
  'shared/stores/remains.ts': ['reliability/late-writes'],
  'shared/stores/tier-quotas.ts': ['functions/quotas'],
  'shared/stores/usage.ts': ['functions/quotas'],
  'shared/stores/versions.ts': ['stores/versions'],
  'shared/stores/video-count.ts': ['stores/video-count'],
  'shared/stores/videos.ts': ['stores/videos', 'functions/projects/projects'],
};

/** Paths of the test files for a source file; none where nobody has named any. */
export function suitesFor(file: string): string[] {
  const [longest] = Object.keys(SUITES)
    .filter((path) => file.startsWith(path))
    .sort((a, b) => b.length - a.length);
  return (SUITES[longest ?? ''] ?? []).map((name) => `test/${name}.test.ts`);
}
