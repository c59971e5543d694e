import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';

const root = path.resolve(import.meta.dirname, '../..');

/** Runs `cdk synth`, functions bundled and traced, into a folder. @returns the folder */
export async function synthesize(folder: string): Promise<string> {
  const cdk = path.join(root, 'node_modules/aws-cdk/bin/cdk');
  await promisify(execFile)(
    process.execPath,
    [cdk, 'synth', '--quiet', '--context', 'tracing=true', '--output', folder],
    { cwd: root },
  );
  return folder;
}
