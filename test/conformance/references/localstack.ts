import { execFile, spawn } from 'node:child_process';
import { copyFile, mkdir, readdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { pythonCommand } from '../python.ts';
import { freePort, readyLine, run, running } from './command.ts';
import { layOutDynamoDb } from './dynamodb-local.ts';
import type { Reference } from './reference.ts';

/** The last series, package and image, that needs no account. */
const VERSION = '4.14.0';

/** What it reads the streams of tables through: part of its image, and installed at the first use elsewhere. */
const KINESIS = '0.5.2';

const LAUNCHER = 'LoopbackDynamoDb';

/** What it needs in the versions of its time; its package names no upper bounds. */
const COMPANIONS = [
  'cbor2<6',
  'cryptography<46',
  'localstack-twisted<26',
  'pyopenssl==25.3.0',
  'service-identity==24.2.0',
];

/** Where LocalStack's own installers put Java and DynamoDB Local; their downloads come from hosts of their own. */
const LIBRARIES = 'files/var/lib/localstack/lib';

/** The archive that LocalStack starts, and the agent that it wants beside it, are our launcher. */
async function layOutDynamoDbForLocalStack(folder: string): Promise<void> {
  await layOutDynamoDb(folder);
  const libraries = path.join(folder, 'DynamoDBLocal_lib');
  await rename(path.join(folder, 'DynamoDBLocal.jar'), path.join(libraries, 'DynamoDBLocal.jar'));
  const source = path.join(import.meta.dirname, `${LAUNCHER}.java`);
  await run('javac', ['-cp', path.join(libraries, '*'), '-d', folder, source]);
  const names = (await readdir(libraries)).filter((name) => name.endsWith('.jar'));
  const manifest = path.join(folder, 'manifest.txt');
  const classPath = names.map((name) => `\n  DynamoDBLocal_lib/${name}`).join('');
  await writeFile(
    manifest,
    `Main-Class: ${LAUNCHER}\nPremain-Class: ${LAUNCHER}\nClass-Path: .${classPath}\n`,
  );
  const jar = path.join(folder, 'DynamoDBLocal.jar');
  await run('jar', ['cfm', jar, manifest, '-C', folder, `${LAUNCHER}.class`]);
  await copyFile(jar, path.join(folder, 'ddb-local-loader-0.1.jar'));
}

/** The folder of the Java that is installed. */
async function javaHome(): Promise<string> {
  const { stderr } = await promisify(execFile)('java', ['-XshowSettings:properties', '-version']);
  const [, home] = /^ *java\.home = (.+)$/m.exec(stderr) ?? [];
  if (home === undefined) throw new Error('java does not print its folder');
  return home;
}

/** LocalStack from its Python package, on the host itself: without Docker. */
export const localstack: Reference = {
  name: 'localstack',
  version: VERSION,
  stores: ['S3', 'SQS', 'DYNAMODB'],
  secret: 'test',
  async install(folder) {
    // Its sources are written in Python 3.13.
    await run(pythonCommand(), ['-m', 'venv', path.join(folder, 'python')]);
    const pip = path.join(folder, 'python/bin/pip');
    await run(pip, ['install', '-q', `localstack-core[runtime]==${VERSION}`, ...COMPANIONS]);
    const dynamodb = path.join(folder, LIBRARIES, 'dynamodb-local/2');
    await mkdir(dynamodb, { recursive: true });
    await layOutDynamoDbForLocalStack(dynamodb);
    const kinesis = path.join(folder, LIBRARIES, 'kinesis-local', KINESIS);
    await mkdir(kinesis, { recursive: true });
    await run('npm', ['install', '--silent', '--prefix', kinesis, `kinesis-local@${KINESIS}`]);
    await mkdir(path.join(folder, LIBRARIES, 'java'));
    await symlink(await javaHome(), path.join(folder, LIBRARIES, 'java/21'));
  },
  async start(folder) {
    const files = path.join(folder, 'files');
    await rm(path.join(files, 'tmp'), { recursive: true, force: true });
    const address = `127.0.0.1:${await freePort()}`;
    const child = spawn(path.join(folder, 'python/bin/python'), ['-m', 'localstack.runtime.main'], {
      env: {
        PATH: process.env.PATH,
        HOME: folder,
        // Whatever the machine is: its files lie in the folder.
        OVERRIDE_IN_DOCKER: '0',
        FILESYSTEM_ROOT: files,
        GATEWAY_LISTEN: address,
        SERVICES: 's3,sqs,dynamodb',
        EAGER_SERVICE_LOADING: '1',
        DYNAMODB_IN_MEMORY: '1',
        DYNAMODB_LOCAL_PORT: String(await freePort()),
        // Each test file has tables of its own, and each of their streams takes a shard.
        KINESIS_SHARD_LIMIT: '100000',
        KINESIS_ON_DEMAND_STREAM_COUNT_LIMIT: '100000',
        DISABLE_EVENTS: '1',
        SKIP_SSL_CERT_DOWNLOAD: '1',
        S3_SKIP_SIGNATURE_VALIDATION: '0',
        LS_LOG: 'error',
      },
      stdio: ['ignore', 'pipe', 'inherit'],
      detached: true,
    });
    await readyLine(child.stdout, (line) => line.startsWith('Ready.'));
    return running(child, `http://${address}`);
  },
  deviations: [
    {
      deviation:
        'of two completions of an upload at once, one mostly spoils the object: empty, or never read to its end',
      source: 'https://docs.aws.amazon.com/AmazonS3/latest/API/API_CompleteMultipartUpload.html',
      tests: [],
      races: [
        'two completions at once make one whole object',
        'two that go on with the same upload both succeed',
      ],
    },
  ],
};
