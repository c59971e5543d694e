import { Duration, RemovalPolicy, Stack, Validations } from 'aws-cdk-lib';
import { BackupPlan, BackupPlanRule, BackupResource, BackupVault } from 'aws-cdk-lib/aws-backup';
import type { TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { Schedule } from 'aws-cdk-lib/aws-events';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import { RECOVERY_DAYS } from '../../shared/contract/resources.ts';
import { InlinePolicyRole } from './inline-policy-role.ts';
import { wildcardRule } from './wildcard-rule.ts';

/** As long as tables can be restored without it. */
const KEPT = Duration.days(RECOVERY_DAYS);
/** When it is night in most of the regions whose hours are not far from UTC. */
const DAILY = Schedule.cron({ hour: '2', minute: '30' });

interface TableBackupsProps {
  tables: readonly TableV2[];
  /** ARN of a vault, of another region or account, that gets a copy of each backup. */
  copyTo: string;
}

/**
 * Backups of the tables by AWS Backup every day, in a vault of their own, and copies of them in another one. What the role may do is
 * what AWS's `AWSBackupServiceRolePolicyForBackup` has for tables.
 */
export class TableBackups extends Construct {
  constructor(scope: Construct, id: string, { tables, copyTo }: TableBackupsProps) {
    super(scope, id);
    const { stackName } = Stack.of(this);
    const vault = new BackupVault(this, 'Vault', {
      backupVaultName: stackName,
      removalPolicy: RemovalPolicy.RETAIN,
    });
    const copies = BackupVault.fromBackupVaultArn(this, 'Copies', copyTo);
    const role = new InlinePolicyRole(this, 'Role', {
      assumedBy: new ServicePrincipal('backup.amazonaws.com'),
    });
    const arns = tables.map(({ tableArn }) => tableArn);
    const allow = (actions: string[], resources: string[]): void => {
      role.addToPolicy(new PolicyStatement({ actions, resources }));
    };
    allow(
      ['DescribeTable', 'CreateBackup', 'StartAwsBackupJob', 'ListTagsOfResource'].map(
        (a) => `dynamodb:${a}`,
      ),
      arns,
    );
    allow(
      ['dynamodb:DescribeBackup', 'dynamodb:DeleteBackup'],
      arns.map((arn) => `${arn}/backup/*`),
    );
    const reason = 'A backup has no name before it is made.';
    for (const arn of arns)
      Validations.of(role).acknowledge({ id: wildcardRule(this, arn, '/backup/*'), reason });
    const vaults = [vault.backupVaultArn, copies.backupVaultArn];
    allow(['backup:DescribeBackupVault', 'backup:CopyIntoBackupVault', 'backup:CopyFromBackupVault'], vaults);
    const plan = new BackupPlan(this, 'Plan', {
      backupPlanName: stackName,
      backupPlanRules: [
        new BackupPlanRule({
          ruleName: 'daily',
          backupVault: vault,
          scheduleExpression: DAILY,
          deleteAfter: KEPT,
          copyActions: [{ destinationBackupVault: copies, deleteAfter: KEPT }],
        }),
      ],
    });
    plan.addSelection('Tables', {
      backupSelectionName: 'tables',
      resources: tables.map((table) => BackupResource.fromDynamoDbTable(table)),
      role,
      disableDefaultBackupPolicy: true,
    });
  }
}
