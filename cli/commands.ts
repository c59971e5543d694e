import type { Command } from './command.ts';

export interface CommandEntry {
  readonly name: string;
  readonly summary: string;
  /** Loads the command's module, so that a command loads only what it needs. */
  readonly load: () => Promise<Command>;
}

const entry = (name: string, summary: string, load: () => Promise<Command>): CommandEntry => ({
  name,
  summary,
  load,
});

/** Every command, in the order of help. */
export const COMMANDS: readonly CommandEntry[] = [
  entry('serve', 'Run the service', async () => (await import('./commands/serve.ts')).serve),
  entry(
    'demo',
    'Run the whole workflow on a clip: upload, detection, edit, export',
    async () => (await import('./commands/demo.ts')).demo,
  ),

  entry('upload', 'Upload a video', async () => (await import('./commands/upload.ts')).upload),
  entry('list', 'List the videos', async () => (await import('./commands/list.ts')).list),
  entry('get', 'Show a video', async () => (await import('./commands/get.ts')).get),
  entry('rename', 'Rename a video', async () => (await import('./commands/rename.ts')).rename),
  entry('delete', 'Delete a video', async () => (await import('./commands/delete.ts')).deleteCommand),

  entry('process', 'Detect and track objects', async () => (await import('./commands/process.ts')).process),
  entry('status', 'Show the latest job', async () => (await import('./commands/status.ts')).status),
  entry('cancel', 'Cancel the running job', async () => (await import('./commands/cancel.ts')).cancel),
  entry(
    'surface',
    'Mark a surface and track it',
    async () => (await import('./commands/surface.ts')).surface,
  ),
  entry('objects', 'List the tracked objects', async () => (await import('./commands/objects.ts')).objects),
  entry(
    'contact-sheet',
    'Draw the tracked objects on frames of the video',
    async () => (await import('./commands/contact-sheet.ts')).contactSheetCommand,
  ),

  entry(
    'mcp',
    'Let agents use the service, by the Model Context Protocol',
    async () => (await import('./commands/mcp.ts')).mcp,
  ),

  entry(
    'metadata get',
    'Print the metadata document',
    async () => (await import('./commands/metadata.ts')).metadataGet,
  ),
  entry(
    'metadata patch',
    'Merge changes into the metadata document',
    async () => (await import('./commands/metadata.ts')).metadataPatch,
  ),
  entry(
    'metadata restore',
    'Make an older version of the metadata the newest',
    async () => (await import('./commands/metadata.ts')).metadataRestore,
  ),
  entry('versions', 'List the versions', async () => (await import('./commands/versions.ts')).versions),
  entry(
    'export',
    'Export a video or its metadata',
    async () => (await import('./commands/export.ts')).exportCommand,
  ),

  entry('keys create', 'Create an API key', async () => (await import('./commands/keys.ts')).keysCreate),
  entry('keys list', 'List the API keys', async () => (await import('./commands/keys.ts')).keysList),
  entry('keys revoke', 'Revoke an API key', async () => (await import('./commands/keys.ts')).keysRevoke),
  entry(
    'keys revoke-all',
    'Revoke all API keys of an account',
    async () => (await import('./commands/keys.ts')).keysRevokeAll,
  ),
  entry(
    'users create',
    'Create a user of the console',
    async () => (await import('./commands/users.ts')).usersCreate,
  ),
  entry('users list', 'List the users', async () => (await import('./commands/users.ts')).usersList),
  entry(
    'users link',
    'Move a user to another account',
    async () => (await import('./commands/users.ts')).usersLink,
  ),
  entry(
    'users set-password',
    'Set the password of a user',
    async () => (await import('./commands/users.ts')).usersSetPassword,
  ),
  entry('users disable', 'Disable a user', async () => (await import('./commands/users.ts')).usersDisable),
  entry(
    'users enable',
    'Enable a disabled user',
    async () => (await import('./commands/users.ts')).usersEnable,
  ),
  entry('users delete', 'Delete a user', async () => (await import('./commands/users.ts')).usersDelete),
  entry('account list', 'List the accounts', async () => (await import('./commands/account.ts')).accountList),
  entry(
    'account show',
    'Show an account and its quotas',
    async () => (await import('./commands/account.ts')).accountShow,
  ),
  entry(
    'account set-tier',
    'Set the tier of an account: rate limit and quotas',
    async () => (await import('./commands/account.ts')).accountSetTier,
  ),
  entry(
    'account export',
    'Export all that is stored of an account',
    async () => (await import('./commands/account.ts')).accountExport,
  ),
  entry(
    'account erase',
    'Erase an account with everything of it',
    async () => (await import('./commands/account.ts')).accountErase,
  ),
  entry(
    'failed list',
    'List videos and jobs that failed',
    async () => (await import('./commands/failed.ts')).failedList,
  ),
  entry(
    'failed retry',
    'Retry failed videos and jobs',
    async () => (await import('./commands/failed.ts')).failedRetry,
  ),
  entry(
    'dead-letters list',
    'List dead letters that wait for an operator',
    async () => (await import('./commands/dead-letters.ts')).deadLettersList,
  ),
  entry(
    'dead-letters redrive',
    'Send dead letters back to their queues',
    async () => (await import('./commands/dead-letters.ts')).deadLettersRedrive,
  ),
  entry(
    'restore',
    'Restore the data of a deployed service to a moment',
    async () => (await import('./commands/restore.ts')).restore,
  ),

  entry(
    'models list',
    'List the detector models',
    async () => (await import('./commands/models.ts')).modelsList,
  ),
  entry(
    'models pull',
    'Download detector models',
    async () => (await import('./commands/models.ts')).modelsPull,
  ),
  entry('models clip', 'Set up a CLIP model', async () => (await import('./commands/models.ts')).modelsClip),
];
