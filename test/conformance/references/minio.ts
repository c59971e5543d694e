import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { NEED_CHECKSUM_OF_THE_WHOLE } from './checksum-of-the-whole.ts';
import { freePort, readyLine, run, running } from './command.ts';
import type { Reference } from './reference.ts';

/** The newest that the Go module proxy has: releases are tags that are no versions to Go. */
const VERSION = 'v0.0.0-20260212201848-7aac2a2c5b7c';

/** It takes none shorter. */
const SECRET = 'test-test';

/** MinIO's S3, built from its Go module. It sends no notifications here, so the service looks for uploads itself. */
export const minio: Reference = {
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
  deviations: [
    {
      deviation:
        'an object whose key goes on after a slash is hidden from lists by an object of the key before it',
      source: 'https://docs.aws.amazon.com/AmazonS3/latest/userguide/using-folders.html',
      tests: [
        'do not depend on how often naming messages come, nor in which order',
        'come late to a cancelled job: nothing of them appears',
      ],
    },
    {
      deviation: 'the size of the whole is not compared on completion, and no checksum of it is computed',
      source: 'https://docs.aws.amazon.com/AmazonS3/latest/API/API_CompleteMultipartUpload.html',
      tests: [
        'an upload is not completed under another size than that of its parts',
        'parts that together are not the size announced make no object, and the upload stays open',
        ...NEED_CHECKSUM_OF_THE_WHOLE,
      ],
    },
  ],
};
