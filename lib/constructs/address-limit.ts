import type { SecretValue } from 'aws-cdk-lib';
import type { Stage } from 'aws-cdk-lib/aws-apigateway';
import { CfnWebACL, CfnWebACLAssociation } from 'aws-cdk-lib/aws-wafv2';
import { Construct } from 'constructs';
import { EDGE_SECRET_HEADER, type EdgeSecret, VIEWER_ADDRESS_HEADER } from './edge-secret.ts';

/** Requests that one address may make in five minutes: many users may share it, an account may make 1,000 a minute. */
const REQUESTS_PER_ADDRESS = 20_000;

/** Of these, those that carry no credential at all: pages of the reference, and mistakes. What browsers ask beforehand is none. */
const REQUESTS_WITHOUT_KEY = 1_000;

interface AddressLimitProps {
  stage: Stage;
  edgeSecret: EdgeSecret;
}

/**
 * A web ACL that limits the requests of each address: of those who use the console by the address that CloudFront passes on, since to the API they all
 * come from CloudFront; of others by where their requests come from, and more tightly those that carry no credential. Those with a key are limited by the
 * authorizer; this one is for floods of requests without a valid one. No rule looks into bodies: metadata may hold
 * anything.
 */
export class AddressLimit extends Construct {
  constructor(scope: Construct, id: string, { stage, edgeSecret }: AddressLimitProps) {
    super(scope, id);
    const isFromEdge = anyOf(edgeSecret.accepted.map(hasSecret));
    const acl = new CfnWebACL(this, 'Acl', {
      scope: 'REGIONAL',
      defaultAction: { allow: {} },
      visibilityConfig: visibility('requests'),
      rules: [
        limit(0, 'requests-per-viewer', REQUESTS_PER_ADDRESS, {
          aggregateKeyType: 'FORWARDED_IP',
          // CloudFront always passes the address on.
          forwardedIpConfig: { headerName: VIEWER_ADDRESS_HEADER, fallbackBehavior: 'NO_MATCH' },
          scopeDownStatement: isFromEdge,
        }),
        limit(1, 'requests-per-address', REQUESTS_PER_ADDRESS, {
          aggregateKeyType: 'IP',
          scopeDownStatement: not(isFromEdge),
        }),
        limit(2, 'requests-without-key', REQUESTS_WITHOUT_KEY, {
          aggregateKeyType: 'IP',
          scopeDownStatement: {
            andStatement: { statements: [not(isFromEdge), not(HAS_CREDENTIAL), not(IS_PREFLIGHT)] },
          },
        }),
      ],
    });
    new CfnWebACLAssociation(this, 'Association', {
      resourceArn: stage.stageArn,
      webAclArn: acl.attrArn,
    });
  }
}

const not = (statement: CfnWebACL.StatementProperty): CfnWebACL.StatementProperty => ({
  notStatement: { statement },
});

const PLAIN = [{ priority: 0, type: 'NONE' }];

/** A header that is absent has no size, and matches nothing. */
const HAS_CREDENTIAL: CfnWebACL.StatementProperty = {
  sizeConstraintStatement: {
    fieldToMatch: { singleHeader: { Name: 'authorization' } },
    comparisonOperator: 'GT',
    size: 0,
    textTransformations: PLAIN,
  },
};

const IS_PREFLIGHT: CfnWebACL.StatementProperty = {
  byteMatchStatement: {
    fieldToMatch: { method: {} },
    positionalConstraint: 'EXACTLY',
    searchString: 'OPTIONS',
    textTransformations: PLAIN,
  },
};

const hasSecret = (secret: SecretValue): CfnWebACL.StatementProperty => ({
  byteMatchStatement: {
    fieldToMatch: { singleHeader: { Name: EDGE_SECRET_HEADER } },
    positionalConstraint: 'EXACTLY',
    searchString: secret.unsafeUnwrap(),
    textTransformations: PLAIN,
  },
});

/** A disjunction has two members or more. */
function anyOf(statements: readonly CfnWebACL.StatementProperty[]): CfnWebACL.StatementProperty {
  const [only] = statements;
  return only !== undefined && statements.length === 1
    ? only
    : { orStatement: { statements: [...statements] } };
}

const limit = (
  priority: number,
  name: string,
  requests: number,
  counted: Omit<CfnWebACL.RateBasedStatementProperty, 'limit'>,
): CfnWebACL.RuleProperty => ({
  name,
  priority,
  action: { block: {} },
  statement: { rateBasedStatement: { limit: requests, ...counted } },
  visibilityConfig: visibility(name),
});

const visibility = (metricName: string): CfnWebACL.VisibilityConfigProperty => ({
  cloudWatchMetricsEnabled: true,
  sampledRequestsEnabled: false,
  metricName,
});
