import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { freePort, readyLine, run, running } from './command.ts';
import type { Judge } from './judge.ts';

/** The newest that the Go module proxy has: releases are tags that are no versions to Go. */
const VERSION = 'v0.0.0-20260212201848-7aac2a2c5b7c';

/** It takes none shorter. */
const SECRET = 'test-test';

/** MinIO's S3, built from its Go module. It sends no notifications here, so the service looks for uploads itself. */
export const minio: Judge = {
  name: 'minio',
  version: VERSION,
  stores: ['S3'],
  secret: SECRET,
  async install(folder) {
    await run('go', ['install', `github.com/minio/minio@${VERSION}`], {
      env: { ...process.env, GOBIN: folder },
    });
  },
  async start(folder) {
    const data = await mkdtemp(path.join(folder, 'data-'));
    const address = `127.0.0.1:${await freePort()}`;
    const child = spawn(
      path.join(folder, 'minio'),
      ['server', '--json', '--address', address, '--console-address', `127.0.0.1:${await freePort()}`, data],
      {
        env: {
          HOME: folder,
          MINIO_ROOT_USER: 'test',
          MINIO_ROOT_PASSWORD: SECRET,
          MINIO_UPDATE: 'off',
          MINIO_CALLHOME_ENABLE: 'off',
        },
        stdio: ['ignore', 'inherit', 'pipe'],
        detached: true,
      },
    );
    const url = `http://${address}`;
    await readyLine(child.stderr, (line) => line.includes(address));
    const server = running(child, url);
    return {
      url,
      async [Symbol.asyncDispose]() {
        await server[Symbol.asyncDispose]();
        await rm(data, { recursive: true });
      },
    };
  },
  deviations: [],
};
