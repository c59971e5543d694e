import { CfnOutput, Fn, Stack, type StackProps } from 'aws-cdk-lib';
import type { UserPool } from 'aws-cdk-lib/aws-cognito';
import type { TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import type { Construct } from 'constructs';
import type { TableName } from '../shared/contract/resources.ts';
import type { Config } from './config.ts';
import { mediaBucket } from './constructs/media-bucket.ts';
import { TableBackups } from './constructs/table-backups.ts';
import { tables } from './constructs/tables.ts';
import { userPool } from './constructs/user-pool.ts';

/** What holds users' data; retained whatever happens to the stack. It names nothing of the other stacks. */
export class DataStack extends Stack {
  readonly tables: Record<TableName, TableV2>;
  /** The media bucket's name, for other stacks. */
  readonly mediaName: string;
  readonly users: UserPool;

  constructor(scope: Construct, id: string, { config, ...props }: StackProps & { config: Config }) {
    super(scope, id, { terminationProtection: true, ...props });
    this.tables = tables(this);
    if (config.backupVaultArn !== '')
      new TableBackups(this, 'Backups', {
        tables: Object.values(this.tables),
        copyTo: config.backupVaultArn,
      });
    this.users = userPool(this, config);
    const media = mediaBucket(this, {
      origins: mediaOrigins(config),
      requestMetrics: config.alarms === 'all',
      replica: config.replicaBucket,
    });
    const { logicalId } = new CfnOutput(this, 'MediaName', { value: media.bucketName });
    this.mediaName = Fn.getStackOutput(this.stackName, logicalId);
  }
}

/**
 * The origins whose pages may read and upload media. The address that CloudFront gives the console is not known before this stack is
 * there, so that its domain stands for it: who has a presigned address may use it anyway.
 */
const mediaOrigins = ({ corsOrigin, consoleDomainName }: Config): string[] =>
  corsOrigin === '*' ? ['*'] : [corsOrigin, `https://${consoleDomainName || '*.cloudfront.net'}`];
