import { spawn } from 'node:child_process';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { freePort, readyLine, run, running } from './command.ts';
import type { Reference } from './reference.ts';

const VERSION = '2.6.1';

const LAUNCHER = path.join(import.meta.dirname, 'LoopbackDynamoDb.java');

/** Lays the archive and its libraries out as Amazon's download does. Its licence keeps it out of this repository. */
export async function layOutDynamoDb(folder: string): Promise<void> {
  const libraries = path.join(folder, 'DynamoDBLocal_lib');
  const artifact = `com.amazonaws:DynamoDBLocal:${VERSION}`;
  await mkdir(libraries, { recursive: true });
  const [groupId, artifactId, version] = artifact.split(':');
  await writeFile(
    path.join(folder, 'pom.xml'),
    `<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>
<groupId>conformance</groupId><artifactId>conformance</artifactId><version>1</version><dependencies><dependency>
<groupId>${groupId}</groupId><artifactId>${artifactId}</artifactId><version>${version}</version>
</dependency></dependencies></project>\n`,
  );
  await run('mvn', [
    '-q',
    '-B',
    '-f',
    folder,
    'dependency:copy-dependencies',
    `-DoutputDirectory=${libraries}`,
  ]);
  await rename(path.join(libraries, `DynamoDBLocal-${VERSION}.jar`), path.join(folder, 'DynamoDBLocal.jar'));
  await rm(path.join(folder, 'pom.xml'));
}

/** Amazon's DynamoDB for development, in memory. */
export const dynamodbLocal: Reference = {
  name: 'dynamodb',
  version: VERSION,
  stores: ['DYNAMODB'],
  secret: 'test',
  install: layOutDynamoDb,
  async start(folder) {
    const libraries = path.join(folder, 'DynamoDBLocal_lib');
    const classes = [path.join(folder, 'DynamoDBLocal.jar'), path.join(libraries, '*')];
    const port = String(await freePort());
    const child = spawn(
      'java',
      [
        `-Djava.library.path=${libraries}`,
        '-cp',
        classes.join(path.delimiter),
        LAUNCHER,
        '-inMemory',
        '-port',
        port,
      ],
      { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'], detached: true },
    );
    await readyLine(child.stdout, (line) => line === 'listening');
    return running(child, `http://127.0.0.1:${port}`);
  },
  deviations: [],
};
