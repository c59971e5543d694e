import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import type { SelectedClipModel } from '../../shared/inference/clip-model/store.ts';
import type { Credentials } from '../protocol/sigv4.ts';
import { writePrivateFile } from './private-file.ts';

/** How to reach a running service. */
export interface RunFile {
  pid: number;
  apiUrl: string;
  consoleUrl: string | null;
  /** Key of the demo account. */
  apiKey: string;
  /** Environment variables with which the stores open the service's data. */
  variables: Record<string, string>;
  model: { id: string; fallback: boolean; reason: string | undefined; absent: boolean };
  clip: SelectedClipModel;
  credentials: Credentials;
}

const fileIn = (dataDir: string): string => path.join(dataDir, 'run.json');

export const writeRunFile = (dataDir: string, run: RunFile): Promise<void> =>
  writePrivateFile(fileIn(dataDir), JSON.stringify(run, null, 2));

export const removeRunFile = (dataDir: string): Promise<void> => rm(fileIn(dataDir), { force: true });

/** Whether a service answers there: after a kill another process may have its id, or even its port. */
async function responds({ apiUrl, apiKey }: RunFile): Promise<boolean> {
  try {
    const response = await fetch(`${apiUrl}/api/v1/whoami`, {
      headers: { Authorization: `Bearer ${apiKey}` },
      signal: AbortSignal.timeout(2000),
    });
    return response.status !== 404 && response.status !== 401;
  } catch {
    return false;
  }
}

/** The service that runs on a data folder; null if none does, even if a killed one left its file. */
export async function readRunFile(dataDir: string): Promise<RunFile | null> {
  try {
    const run = JSON.parse(await readFile(fileIn(dataDir), 'utf8')) as RunFile;
    return (await responds(run)) ? run : null;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
