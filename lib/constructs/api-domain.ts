import { CfnOutput } from 'aws-cdk-lib';
import { DomainName, EndpointType, type RestApiBase, SecurityPolicy } from 'aws-cdk-lib/aws-apigateway';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import { Construct } from 'constructs';
import type { Config } from '../config.ts';

/** A domain of the operator's, at which the API's paths begin at the root. */
export class ApiDomain extends Construct {
  constructor(
    scope: Construct,
    id: string,
    { api, config }: { api: RestApiBase; config: Pick<Config, 'domainName' | 'certificateArn'> },
  ) {
    super(scope, id);
    const domain = new DomainName(this, 'Domain', {
      domainName: config.domainName,
      certificate: Certificate.fromCertificateArn(this, 'Certificate', config.certificateArn),
      endpointType: EndpointType.REGIONAL,
      securityPolicy: SecurityPolicy.TLS_1_2,
    });
    domain.addBasePathMapping(api, { stage: api.deploymentStage });
    // The operator's DNS names it: a CNAME, or in Route 53 an alias.
    new CfnOutput(this, 'Target', { value: domain.domainNameAliasDomainName }).overrideLogicalId(
      'DomainTarget',
    );
  }
}
