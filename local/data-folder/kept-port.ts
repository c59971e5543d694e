import { readFile } from 'node:fs/promises';
import { writePrivateFile } from './private-file.ts';

/** Ports below need privileges, and are nobody's to choose by chance. */
const FIRST_PORT = 1024;
const LAST_PORT = 65535;

/**
 * Starts a server on the port that it had before, so that addresses which others hold go on leading there after a restart: those
 * in the policy of open pages, and presigned ones. Where something else has the port meanwhile, it is any free one.
 * @param file keeps the port
 * @param start given 0 for any free port
 */
export async function onKeptPort<Server extends { url: string }>(
  file: string,
  start: (port: number) => Promise<Server>,
): Promise<Server> {
  const kept = await readPort(file);
  const server = await start(kept).catch((error: NodeJS.ErrnoException) => {
    if (kept === 0 || error.code !== 'EADDRINUSE') throw error;
    return start(0);
  });
  const { port } = new URL(server.url);
  if (Number(port) !== kept) await writePrivateFile(file, port);
  return server;
}

/** 0 where none is kept. */
async function readPort(file: string): Promise<number> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    return '';
  });
  const port = Number(text);
  return Number.isInteger(port) && port >= FIRST_PORT && port <= LAST_PORT ? port : 0;
}
