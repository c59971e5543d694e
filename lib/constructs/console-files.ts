import path from 'node:path';
import { Duration, RemovalPolicy, Validations } from 'aws-cdk-lib';
import type { Distribution } from 'aws-cdk-lib/aws-cloudfront';
import { LogGroup, type RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import { BucketDeployment, CacheControl, Source } from 'aws-cdk-lib/aws-s3-deployment';
import { Construct } from 'constructs';
import { CONSOLE_CONFIG_PATH, type ConsoleConfig } from '../../shared/contract/console-config.ts';
import { CONSOLE_ASSETS } from '../../shared/contract/console-pages.ts';
import { PAGE_FILE } from './page-addresses.ts';
import { wildcardRule } from './wildcard-rule.ts';

interface ConsoleFilesProps {
  bucket: Bucket;
  distribution: Distribution;
  /** Folder of the built console. */
  folder: string;
  config: ConsoleConfig;
  logRetention: RetentionDays;
}

/** CloudFront compresses by itself. */
const COMPRESSED_COPIES = ['*.br', '*.gz'];

/**
 * Puts the built console into its bucket. Scripts and styles come before the page that names them, and those of earlier deployments
 * stay: pages that are open still load them.
 */
export class ConsoleFiles extends Construct {
  constructor(
    scope: Construct,
    id: string,
    { bucket, distribution, folder, config, logRetention }: ConsoleFilesProps,
  ) {
    super(scope, id);
    const logGroup = new LogGroup(this, 'Log', {
      retention: logRetention,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const assets = new BucketDeployment(this, 'Assets', {
      destinationBucket: bucket,
      destinationKeyPrefix: CONSOLE_ASSETS.slice(1),
      sources: [Source.asset(path.join(folder, CONSOLE_ASSETS), { exclude: COMPRESSED_COPIES })],
      cacheControl: [
        CacheControl.setPublic(),
        CacheControl.maxAge(Duration.days(365)),
        CacheControl.immutable(),
      ],
      prune: false,
      logGroup,
    });
    const page = new BucketDeployment(this, 'Page', {
      destinationBucket: bucket,
      sources: [
        Source.asset(folder, { exclude: ['*', `!${PAGE_FILE.slice(1)}`] }),
        Source.jsonData(CONSOLE_CONFIG_PATH.slice(1), config),
      ],
      cacheControl: [CacheControl.noCache()],
      prune: false,
      logGroup,
      distribution,
      distributionPaths: [PAGE_FILE, CONSOLE_CONFIG_PATH],
    });
    page.node.addDependency(assets);
    this.#acknowledge(assets, bucket);
  }

  /** CDK's own function makes both deployments, with a policy that CDK writes. */
  #acknowledge({ handlerRole }: BucketDeployment, bucket: Bucket): void {
    const { node } = handlerRole;
    const reading =
      'CDK copies from its bucket of assets to that of the console, and names the calls of each by their beginnings.';
    if (node.scope) {
      Validations.of(node.scope).acknowledge({
        id: 'AwsSolutions-L1',
        reason: 'The runtime of the function is chosen by CDK, and newer with newer versions of it.',
      });
    }
    const actions = ['GetBucket', 'GetObject', 'List', 'Abort', 'DeleteObject'];
    Validations.of(handlerRole).acknowledge(
      {
        id: 'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole]',
        reason: 'CDK lets its function write its log.',
      },
      ...actions.map((action) => ({ id: `AwsSolutions-IAM5[Action::s3:${action}*]`, reason: reading })),
      {
        id: 'AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:s3:::cdk-hnb659fds-assets-<AWS::AccountId>-<AWS::Region>/*]',
        reason: reading,
      },
      { id: wildcardRule(this, bucket.bucketArn, '/*'), reason: reading },
      {
        id: 'AwsSolutions-IAM5[Resource::*]',
        reason: 'CDK lets its function invalidate what caches hold, of any distribution of the account.',
      },
    );
  }
}
