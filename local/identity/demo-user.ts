import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { writePrivateFile } from '../data-folder/private-file.ts';
import type { User, Users } from './users.ts';

export const DEMO_USER = 'demo';
const PASSWORD_BYTES = 15;

const fileIn = (dataDir: string): string => path.join(dataDir, 'demo-password');

/** The demo user's password, made at the first start; null where an operator has changed it since. */
export async function demoPassword(dataDir: string): Promise<string | null> {
  try {
    return (await readFile(fileIn(dataDir), 'utf8')) || null;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  const password = randomBytes(PASSWORD_BYTES).toString('base64url');
  await writePrivateFile(fileIn(dataDir), password);
  return password;
}

/** Says that the kept password is no longer the demo user's. */
export const forgetDemoPassword = (dataDir: string): Promise<void> => writePrivateFile(fileIn(dataDir), '');

/**
 * The demo user with this password. Null where an operator has changed or deleted it: whoever has its name then may be
 * another person, to whom the demo account does not belong.
 */
export async function demoUser(users: Users, password: string | null): Promise<User | null> {
  if (password === null) return null;
  return users.findByName(DEMO_USER) ?? users.create(DEMO_USER, password);
}
