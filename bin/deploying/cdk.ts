import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../..');
export const CDK = path.join(root, 'node_modules/aws-cdk/bin/cdk');

/** Lambda refuses the attestations that BuildKit adds to images. */
export const CDK_VARIABLES = { BUILDX_NO_DEFAULT_ATTESTATIONS: '1' };

/** Runs the CDK's command in the repository. @returns its exit status */
export async function cdk(args: readonly string[]): Promise<number> {
  const env = { ...process.env, ...CDK_VARIABLES };
  const child = spawn(process.execPath, [CDK, ...args], { cwd: root, env, stdio: 'inherit' });
  const [status] = (await once(child, 'exit')) as [number | null];
  return status ?? 1;
}
