import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { freePort, readyLine, run, running } from './command.ts';
import type { Reference } from './reference.ts';
import { UNCHECKED_PARTS } from './unchecked-parts.ts';

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
    UNCHECKED_PARTS,
    {
      deviation: 'a part that is copied has no checksum, and is refused for that, too',
      source: 'https://docs.aws.amazon.com/AmazonS3/latest/API/API_UploadPartCopy.html',
      tests: [
        'nor does a part that is copied',
        'an object is the pieces one after the other, and nothing is left beside it',
        'the upload has a checksum of the whole object, and its parts have one of the same kind',
        'all parts are on their way at once',
        'an interrupted upload continues with the missing parts',
        'parts of another content are not taken over',
        'an upload that has ended meanwhile is started over',
        'two that go on with the same upload both succeed',
        'one that fails leaves the upload to another that goes on with it',
        'a failure makes no object, and leaves what has arrived to the next attempt',
        'is exported with little memory',
      ],
    },
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
      deviation: 'an upload is completed only with the checksum of each part',
      source: 'https://docs.aws.amazon.com/AmazonS3/latest/API/API_CompletedPart.html',
      tests: [
        'an upload is completed by the ETags of its parts, without their checksums',
        'two completions at once make one whole object',
      ],
    },
    {
      deviation: 'the size of the whole is not compared on completion (shown with checksums of the parts)',
      source: 'https://docs.aws.amazon.com/AmazonS3/latest/API/API_CompleteMultipartUpload.html',
      tests: ['an upload is not completed under another size than that of its parts'],
    },
  ],
};
