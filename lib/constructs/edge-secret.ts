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
 *
 * Each generation is a secret of its own, since CloudFormation does not look again at one that templates already name. The one before
 * is still accepted: the web ACL is deployed first, and CloudFront takes minutes to send the new one from everywhere.
 */
export class EdgeSecret extends Construct {
  /** What CloudFront sends. */
  readonly value: SecretValue;
  /** What the web ACL takes for CloudFront's: the value, and the one of the generation before. */
  readonly accepted: readonly SecretValue[];

  /** @param props.generation from 1; one more makes another secret */
  constructor(scope: Construct, id: string, { generation }: { generation: number }) {
    super(scope, id);
    this.value = this.#secret(generation);
    this.accepted = generation === 1 ? [this.value] : [this.value, this.#secret(generation - 1)];
  }

  #secret(generation: number): SecretValue {
    const secret = new Secret(this, generation === 1 ? 'Secret' : `Secret${generation}`, {
      description: 'Shows the web ACL which requests came through CloudFront',
      generateSecretString: { excludePunctuation: true, passwordLength: 48 },
      removalPolicy: RemovalPolicy.DESTROY,
    });
    Validations.of(secret).acknowledge({
      id: 'AwsSolutions-SMG4',
      reason:
        'A rotation in place would reach neither CloudFront nor the web ACL. `npm run deploy -- --rotate-secrets` makes another secret.',
    });
    return secret.secretValue;
  }
}
