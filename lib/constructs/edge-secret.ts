import { RemovalPolicy, type SecretValue, Validations } from 'aws-cdk-lib';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';

/** Header by which CloudFront shows that a request came through it. */
export const EDGE_SECRET_HEADER = 'x-vms-edge-secret';

/** Header in which CloudFront passes on the address that a request came from; without the secret it proves nothing. */
export const VIEWER_ADDRESS_HEADER = 'x-vms-viewer-address';

/**
 * What CloudFront and the web ACL know, and nobody who calls the API. CloudFormation puts it into both of them; no template and
 * no function has it.
 */
export class EdgeSecret extends Construct {
  readonly value: SecretValue;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    const secret = new Secret(this, 'Secret', {
      description: 'Shows the web ACL which requests came through CloudFront',
      generateSecretString: { excludePunctuation: true, passwordLength: 48 },
      removalPolicy: RemovalPolicy.DESTROY,
    });
    Validations.of(secret).acknowledge({
      id: 'AwsSolutions-SMG4',
      reason:
        'Nobody holds it but CloudFront and the web ACL, which a rotation would leave with different ones.',
    });
    this.value = secret.secretValue;
  }
}
