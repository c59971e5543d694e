import { Validations } from 'aws-cdk-lib';
import {
  GatewayVpcEndpointAwsService,
  type ISecurityGroup,
  type IVpc,
  Peer,
  Port,
  SecurityGroup,
  SubnetType,
  Vpc,
} from 'aws-cdk-lib/aws-ec2';
import { AnyPrincipal, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';

interface IsolatedNetworkProps {
  /** Zones that have Lambda; empty: the region's first two. */
  zones: readonly string[];
  /** ARNs of what can be reached, with any credentials. */
  tableArns: string[];
  bucketArn: string;
}

/**
 * A network without a route out. Native code decodes hostile files in it (docs/confinement.md): code that is taken over finds the
 * service's own tables and bucket, as far as its role goes, and no other place to send anything to. Both endpoints are free; what
 * workers ask of SQS goes through a table (`shared/stores/queues/outbox.ts`).
 */
export class IsolatedNetwork extends Construct {
  readonly vpc: IVpc;
  readonly securityGroup: ISecurityGroup;

  constructor(scope: Construct, id: string, { zones, tableArns, bucketArn }: IsolatedNetworkProps) {
    super(scope, id);
    const vpc = new Vpc(this, 'Vpc', {
      ...(zones.length > 0 ? { availabilityZones: [...zones] } : { maxAzs: 2 }),
      natGateways: 0,
      subnetConfiguration: [{ name: 'Workers', subnetType: SubnetType.PRIVATE_ISOLATED }],
    });
    Validations.of(vpc).acknowledge({
      id: 'AwsSolutions-VPC7',
      reason: 'Nothing is routed out of this network; its endpoints name what can be reached.',
    });
    this.vpc = vpc;
    this.securityGroup = new SecurityGroup(this, 'Workers', { vpc, allowAllOutbound: false });
    this.securityGroup.addEgressRule(Peer.anyIpv4(), Port.HTTPS);

    vpc
      .addGatewayEndpoint('Tables', { service: GatewayVpcEndpointAwsService.DYNAMODB })
      .addToPolicy(only('dynamodb:*', tableArns));
    vpc
      .addGatewayEndpoint('Bucket', { service: GatewayVpcEndpointAwsService.S3 })
      .addToPolicy(only('s3:*', [bucketArn, `${bucketArn}/*`]));
  }
}

/** An endpoint's policy narrows what passes; the caller's own permissions narrow it further. */
const only = (action: string, resources: string[]): PolicyStatement =>
  new PolicyStatement({ principals: [new AnyPrincipal()], actions: [action], resources });
