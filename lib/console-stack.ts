import { CfnOutput, Stack, type StackProps } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { CONSOLE_API, CONSOLE_SCOPE } from '../shared/contract/console-config.ts';
import type { Config } from './config.ts';
import { ConsoleClient, SignInDomain } from './constructs/console-client.ts';
import { ConsoleFiles } from './constructs/console-files.ts';
import { ConsoleSite } from './constructs/console-site.ts';
import { MediaAccess } from './constructs/media-access.ts';
import { siteAlarm } from './constructs/site-alarm.ts';
import type { DataStack } from './data-stack.ts';
import type { ServiceStack } from './service-stack.ts';

interface ConsoleStackProps extends StackProps {
  config: Config;
  data: DataStack;
  service: ServiceStack;
  /** Folder of the built console. */
  folder: string;
}

/** The web console, before the API of the service stack and with the users of the data stack. Holds no data. */
export class ConsoleStack extends Stack {
  constructor(scope: Construct, id: string, { config, data, service, folder, ...props }: ConsoleStackProps) {
    super(scope, id, props);
    this.addStackDependency(service);
    const { users } = data;
    const issuer = users.userPoolProviderUrl;
    const { bucketName } = new MediaAccess(data.mediaName);
    const signIn = new SignInDomain(this, 'SignIn', { users, stage: config.stage });
    const { bucket, distribution, origin } = new ConsoleSite(this, 'Site', {
      config,
      api: service.api,
      edgeSecret: service.edgeSecret,
      origins: {
        media: `https://${bucketName}.s3.${this.region}.${this.urlSuffix}`,
        identity: [`https://cognito-idp.${this.region}.${this.urlSuffix}`, signIn.origin],
      },
    });
    const { clientId } = new ConsoleClient(this, 'Console', { users, console: origin });
    new ConsoleFiles(this, 'Files', {
      bucket,
      distribution,
      folder,
      logRetention: config.logRetentionDays,
      config: {
        issuer,
        clientId,
        scope: `openid email ${CONSOLE_SCOPE}`,
        api: CONSOLE_API,
        publicApi: service.publicApi,
        logout: { kind: 'cognito', url: `${signIn.origin}/logout` },
        installation: this.stackName,
      },
    });
    if (config.alarms === 'all') siteAlarm(this, { distribution, alarmTopicArn: config.alarmTopicArn });
    new CfnOutput(this, 'ConsoleUrl', { value: `${origin}/` });
    if (config.consoleDomainName !== '') {
      // The operator's DNS names it: a CNAME, or in Route 53 an alias.
      new CfnOutput(this, 'ConsoleDomainTarget', { value: distribution.distributionDomainName });
    }
  }
}
