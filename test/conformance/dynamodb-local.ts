/**
 * Global setup: runs Amazon's DynamoDB Local, in memory, for tests to use in place of the embedded DynamoDB where
 * `VMS_DYNAMODB_LOCAL` names the folder that has DynamoDBLocal.jar. Its licence keeps it out of this repository.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';

const LAUNCHER = path.join(import.meta.dirname, 'LoopbackDynamoDb.java');

export async function setup(): Promise<(() => Promise<void>) | undefined> {
  const folder = process.env.VMS_DYNAMODB_LOCAL;
  if (!folder) {
    console.info('VMS_DYNAMODB_LOCAL is not set: the embedded DynamoDB is used.');
    return undefined;
  }
  const libraries = path.join(folder, 'DynamoDBLocal_lib');
  const child = spawn(
    'java',
    [
      `-Djava.library.path=${libraries}`,
      '-cp',
      [path.join(folder, 'DynamoDBLocal.jar'), path.join(libraries, '*')].join(path.delimiter),
      LAUNCHER,
      '-inMemory',
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const exited = once(child, 'exit');
  const lines = createInterface(child.stdout);
  const listening = (async () => {
    for await (const line of lines) if (line.startsWith('http://')) return line;
    throw new Error('DynamoDB Local did not start');
  })();
  process.env.AWS_ENDPOINT_URL_DYNAMODB = await listening;
  return async () => {
    child.kill();
    await exited;
  };
}
