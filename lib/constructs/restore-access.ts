import { CfnOutput, Stack, Validations } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import {
  COPY_INFIX,
  EMPTIED_PREFIXES,
  RESTORED_PREFIXES,
  RESTORED_TABLES,
  WRITERS_OUTPUT,
  type Writers,
} from '../../shared/contract/restore.ts';
import { RESTORE_ACTIONS } from '../restore-actions.ts';
import { AttachablePolicy } from './attachable-policy.ts';
import type { Bindable } from './bind.ts';
import { allowDescription } from './operator-policy.ts';

interface RestoreAccessProps extends Pick<Bindable, 'tables' | 'media'> {
  /** Stopped during a restore, with the concurrency that is reserved for each. */
  stopped: readonly { fn: LambdaFunction; reserved: number | undefined }[];
  /** What feeds functions. */
  sources: readonly { readonly eventSourceMappingId: string; readonly eventSourceMappingArn: string }[];
  functions: readonly LambdaFunction[];
}

/**
 * What `vms restore` needs: an output that names what it stops, and a policy of its own, since it may do more than the daily commands
 * of operators. Nothing of the service has it. The output `RestorePolicyArn` names it.
 */
export class RestoreAccess extends Construct {
  constructor(scope: Construct, id: string, props: RestoreAccessProps) {
    super(scope, id);
    const { stopped, sources, functions } = props;
    const writers: Writers = {
      functions: Object.fromEntries(stopped.map(({ fn, reserved = null }) => [fn.functionName, reserved])),
      sources: sources.map(({ eventSourceMappingId }) => eventSourceMappingId),
      longestRunSeconds: Math.max(...functions.map(({ timeout }) => timeout?.toSeconds() ?? 0)),
    };
    new CfnOutput(this, 'Writers', { value: Stack.of(this).toJsonString(writers) }).overrideLogicalId(
      WRITERS_OUTPUT,
    );
    new RestorePolicy(this, 'Policy', props);
  }
}

class RestorePolicy extends AttachablePolicy {
  constructor(
    scope: Construct,
    id: string,
    { tables, media, stopped, sources }: Omit<RestoreAccessProps, 'functions'>,
  ) {
    super(scope, id, {
      description: `vms restore of ${Stack.of(scope).stackName}`,
      output: 'RestorePolicyArn',
    });
    const allow = (service: string, actions: readonly string[], resources: string[]): void =>
      this.addToPrincipalPolicy(
        new PolicyStatement({ actions: actions.map((action) => `${service}:${action}`), resources }),
      );
    allow(
      'dynamodb',
      RESTORE_ACTIONS.tables,
      RESTORED_TABLES.map((name) => tables[name].tableArn),
    );
    allow('dynamodb', RESTORE_ACTIONS.accounts, [tables.accounts.tableArn]);
    // CloudFormation begins the names of tables with that of their stack.
    const copies = `${tables.videos.stack.stackName}-*${COPY_INFIX}*`;
    const { stack } = this;
    allow('dynamodb', RESTORE_ACTIONS.copies, [
      stack.formatArn({ service: 'dynamodb', resource: 'table', resourceName: copies }),
    ]);
    Validations.of(this).acknowledge({
      id: `AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:dynamodb:<AWS::Region>:<AWS::AccountId>:table/${copies}]`,
      reason: 'The name of a copy ends with the moment that is restored.',
    });
    allow('s3', RESTORE_ACTIONS.bucket, [media.bucketArn]);
    const withVersion = RESTORE_ACTIONS.versions.map((action) => `s3:${action}`);
    media.allowObjects(this, withVersion, RESTORED_PREFIXES);
    const deletion = RESTORE_ACTIONS.objects.map((action) => `s3:${action}`);
    media.allowObjects(this, deletion, [...RESTORED_PREFIXES, ...EMPTIED_PREFIXES]);
    allow(
      'lambda',
      RESTORE_ACTIONS.functions,
      stopped.map(({ fn }) => fn.functionArn),
    );
    allow(
      'lambda',
      RESTORE_ACTIONS.sources,
      sources.map(({ eventSourceMappingArn }) => eventSourceMappingArn),
    );
    allowDescription(this);
  }
}
