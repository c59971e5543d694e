import { json } from 'node:stream/consumers';
import { siblingModule } from '../../sibling-module.ts';
import { DecoderSandbox, defaultSandboxLimits } from '../decoder-sandbox.ts';

/** What code that has taken the decoder over may be able to reach. */
export type Reach = 'files' | 'network' | 'processes' | 'signals' | 'the environment of the service';

const PATIENCE_MS = 20_000;

/**
 * What the decoder process can reach on this machine, found by trying it out in its place; nothing where it is confined.
 * @throws DecodeError when no decoder can be started
 */
export async function examineConfinement(): Promise<readonly Reach[]> {
  const module = siblingModule(import.meta.url, 'attempts');
  await using sandbox = new DecoderSandbox(defaultSandboxLimits, { timeoutMs: PATIENCE_MS, module });
  sandbox.stdin.end();
  const [reached] = await Promise.all([json(sandbox.stdout), sandbox.ended()]);
  return reached as readonly Reach[];
}
