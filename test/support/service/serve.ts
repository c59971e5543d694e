/** Runs one local service until killed: `node serve.ts sqs|dynamodb|s3 DATA_DIR`. Prints its URL once it listens. */
import { startDynamoDb } from '../../../local/dynamodb/server.ts';
import { startS3 } from '../../../local/s3/server.ts';
import { startSqs } from '../../../local/sqs/server.ts';
import { identity } from './local-services.ts';
import type { ServiceName } from './service-process.ts';

const START: Record<ServiceName, (dataDir: string) => Promise<{ readonly url: string }>> = {
  sqs: (dataDir) => startSqs({ dataDir, ...identity }),
  dynamodb: (dataDir) => startDynamoDb({ dataDir, ...identity }),
  // The listener never acknowledges an event.
  s3: (dataDir) => startS3({ dataDir, ...identity, onObjectCreated: () => new Promise(() => undefined) }),
};

const [, , service = '', dataDir = ''] = process.argv;
const { url } = await START[service as ServiceName](dataDir);
console.log(url);
