import type { Stage } from 'aws-cdk-lib/aws-apigateway';
import { CfnWebACL, CfnWebACLAssociation } from 'aws-cdk-lib/aws-wafv2';
import { Construct } from 'constructs';

/** Requests that one address may make in five minutes: many users may share it, an account may make 1,000 a minute. */
const REQUESTS_PER_ADDRESS = 20_000;

/**
 * A web ACL that limits the requests of each address. Those with a key are limited by the authorizer; this one is for floods of
 * requests without a valid one, each of which would run the authorizer. No rule looks into bodies: metadata may hold anything.
 */
export class AddressLimit extends Construct {
  constructor(scope: Construct, id: string, { stage }: { stage: Stage }) {
    super(scope, id);
    const visibility = (metricName: string): CfnWebACL.VisibilityConfigProperty => ({
      cloudWatchMetricsEnabled: true,
      sampledRequestsEnabled: false,
      metricName,
    });
    const acl = new CfnWebACL(this, 'Acl', {
      scope: 'REGIONAL',
      defaultAction: { allow: {} },
      visibilityConfig: visibility('requests'),
      rules: [
        {
          name: 'requests-per-address',
          priority: 0,
          action: { block: {} },
          statement: { rateBasedStatement: { limit: REQUESTS_PER_ADDRESS, aggregateKeyType: 'IP' } },
          visibilityConfig: visibility('requests-per-address'),
        },
      ],
    });
    new CfnWebACLAssociation(this, 'Association', {
      resourceArn: stage.stageArn,
      webAclArn: acl.attrArn,
    });
  }
}
