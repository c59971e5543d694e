import type { Context } from '../command.ts';
import { CommandFailure } from '../failures.ts';

/**
 * A new password: asked for twice, or the one line of standard input. It is no argument, since other users of a machine see
 * those, and shells remember them.
 */
export async function readPassword({
  isInteractive,
  askHidden,
  readStdin,
}: Pick<Context, 'isInteractive' | 'askHidden' | 'readStdin'>): Promise<string> {
  if (!isInteractive) return (await readStdin()).replace(/\r?\n$/, '');
  const password = await askHidden('New password');
  if ((await askHidden('The same again')) !== password) {
    throw new CommandFailure('PASSWORDS_DIFFER', 'The two passwords differ; nothing was changed.');
  }
  return password;
}
