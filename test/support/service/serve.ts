/** Runs one local service until killed: `node serve.ts sqs|dynamodb DATA_DIR`. Prints its URL once it listens. */
import { startDynamoDb } from '../../../local/dynamodb/server.ts';
import { startSqs } from '../../../local/sqs/server.ts';
import { identity } from './local-services.ts';

const [, , service, dataDir = ''] = process.argv;
const start = service === 'sqs' ? startSqs : startDynamoDb;
const { url } = await start({ dataDir, ...identity });
console.log(url);
