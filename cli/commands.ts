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
    'Take a clip the whole way: upload, detection, edit, export',
    async () => (await import('./commands/demo.ts')).demo,
  ),

  entry('upload', 'Upload a video', async () => (await import('./commands/upload.ts')).upload),
  entry('list', 'List the videos', async () => (await import('./commands/list.ts')).list),
  entry('get', 'Show a video', async () => (await import('./commands/get.ts')).get),
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
    'Draw the objects into frames',
    async () => (await import('./commands/contact-sheet.ts')).contactSheetCommand,
  ),

  entry(
    'metadata get',
    'Print the metadata document',
    async () => (await import('./commands/metadata.ts')).metadataGet,
  ),
  entry(
    'metadata patch',
    'Merge into the document',
    async () => (await import('./commands/metadata.ts')).metadataPatch,
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
    'Have a user work in another account',
    async () => (await import('./commands/users.ts')).usersLink,
  ),
  entry(
    'users set-password',
    'Give a user a new password',
    async () => (await import('./commands/users.ts')).usersSetPassword,
  ),
  entry(
    'users disable',
    'Refuse a user from now on',
    async () => (await import('./commands/users.ts')).usersDisable,
  ),
  entry(
    'users enable',
    'Let a disabled user in again',
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
    'Set the rate limit of an account',
    async () => (await import('./commands/account.ts')).accountSetTier,
  ),
  entry(
    'failed list',
    'List videos and jobs that failed',
    async () => (await import('./commands/failed.ts')).failedList,
  ),
  entry(
    'failed retry',
    'Give them another attempt',
    async () => (await import('./commands/failed.ts')).failedRetry,
  ),
  entry(
    'dead-letters list',
    'List messages that nothing could take',
    async () => (await import('./commands/dead-letters.ts')).deadLettersList,
  ),
  entry(
    'dead-letters redrive',
    'Send them again',
    async () => (await import('./commands/dead-letters.ts')).deadLettersRedrive,
  ),

  entry('models list', 'Show the models', async () => (await import('./commands/models.ts')).modelsList),
  entry(
    'models pull',
    'Download detector models',
    async () => (await import('./commands/models.ts')).modelsPull,
  ),
  entry(
    'models clip',
    'Take a CLIP model into use',
    async () => (await import('./commands/models.ts')).modelsClip,
  ),
];
