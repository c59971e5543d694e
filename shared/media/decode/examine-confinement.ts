import { json } from 'node:stream/consumers';
import { siblingModule } from '../../kernel/runtime/sibling-module.ts';
import { DEFAULT_SANDBOX_LIMITS, DecoderSandbox } from './decoder-sandbox.ts';

/** What code that has taken over the decoder may be able to reach. */
export type Reach = 'files' | 'network' | 'processes' | 'signals' | 'the environment of the service';

const PATIENCE_MS = 20_000;

/**
 * Finds out what the decoder process can reach on this machine by trying it in its place; empty if it is confined.
 * @throws DecodeError when no decoder can be started
 */
export async function examineConfinement(): Promise<readonly Reach[]> {
  const module = siblingModule(import.meta.url, 'confinement-attempts');
  await using sandbox = new DecoderSandbox(DEFAULT_SANDBOX_LIMITS, { timeoutMs: PATIENCE_MS, module });
  sandbox.stdin.end();
  const [reached] = await Promise.all([json(sandbox.stdout), sandbox.ended()]);
  return reached as readonly Reach[];
}
