import { Duration, RemovalPolicy, Stack, Validations } from 'aws-cdk-lib';
import { AccountRecovery, FeaturePlan, Mfa, ResourceServerScope, UserPool } from 'aws-cdk-lib/aws-cognito';
import type { Construct } from 'constructs';
import { CONSOLE_SCOPE } from '../../shared/contract/console-config.ts';
import type { Config } from '../config.ts';

/**
 * The people who may sign in to the console. Kept with the data: in a new pool everybody would have another subject, and so no
 * account. Nothing signs in here until the console's client, the only one that may ask for the console's scope, is deployed.
 */
export function userPool(
  scope: Construct,
  { selfSignUp, mfa }: Pick<Config, 'selfSignUp' | 'mfa'>,
): UserPool {
  const pool = new UserPool(scope, 'Users', {
    userPoolName: Stack.of(scope).stackName,
    featurePlan: FeaturePlan.ESSENTIALS,
    selfSignUpEnabled: selfSignUp,
    signInAliases: { email: true },
    signInCaseSensitive: false,
    autoVerify: { email: true },
    // Until the new address is confirmed, the old one signs in.
    keepOriginal: { email: true },
    standardAttributes: { email: { required: true, mutable: true } },
    accountRecovery: AccountRecovery.EMAIL_ONLY,
    mfa: mfa === 'required' ? Mfa.REQUIRED : Mfa.OPTIONAL,
    mfaSecondFactor: { otp: true, sms: false },
    passwordPolicy: {
      minLength: 12,
      requireLowercase: true,
      requireUppercase: true,
      requireDigits: true,
      requireSymbols: true,
      tempPasswordValidity: Duration.days(7),
    },
    deletionProtection: true,
    removalPolicy: RemovalPolicy.RETAIN,
  });
  const [identifier = '', scopeName = ''] = CONSOLE_SCOPE.split('/');
  const server = pool.addResourceServer('Api', {
    identifier,
    userPoolResourceServerName: 'Video metadata service',
    scopes: [new ResourceServerScope({ scopeName, scopeDescription: 'Everything that the console does' })],
  });
  server.applyRemovalPolicy(RemovalPolicy.RETAIN);
  Validations.of(pool).acknowledge({
    id: 'AwsSolutions-COG8',
    reason:
      'The Plus plan brings threat protection and is charged for every user. Wrong passwords are slowed in every plan.',
  });
  if (mfa === 'optional') {
    Validations.of(pool).acknowledge({
      id: 'AwsSolutions-COG2',
      reason:
        'Cognito asks those for a second factor (TOTP) who have set one up; its pages have people do so only where it is demanded of everybody, by the setting mfa=required.',
    });
  }
  return pool;
}
