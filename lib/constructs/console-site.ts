import { Duration, RemovalPolicy, Stack, Validations } from 'aws-cdk-lib';
import type { RestApiBase } from 'aws-cdk-lib/aws-apigateway';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import {
  AccessLevel,
  AllowedMethods,
  CachePolicy,
  Distribution,
  Function as EdgeFunction,
  type FunctionAssociation,
  FunctionCode,
  FunctionEventType,
  FunctionRuntime,
  HttpVersion,
  OriginRequestPolicy,
  S3OriginAccessControl,
  SecurityPolicyProtocol,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront';
import { RestApiOrigin, S3BucketOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import { BlockPublicAccess, Bucket, BucketEncryption } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import { CONSOLE_API } from '../../shared/contract/console-config.ts';
import type { ConsoleOrigins } from '../../shared/contract/content-security-policy.ts';
import type { Config } from '../config.ts';
import { EDGE_SECRET_HEADER, type EdgeSecret } from './edge-secret.ts';
import { PAGE_FILE, pageAddressesCode } from './page-addresses.ts';
import { namedAcrossRegions, pageHeaders } from './page-headers.ts';
import { viewerAddressCode } from './viewer-address.ts';

interface ConsoleSiteProps {
  api: RestApiBase;
  /** Where a web ACL limits the requests of each address. */
  edgeSecret: EdgeSecret | undefined;
  origins: ConsoleOrigins;
  config: Pick<Config, 'consoleDomainName' | 'consoleCertificateArn'>;
}

/** The one origin of the console: its pages from a private bucket, and its API behind them, so that no call crosses origins. */
export class ConsoleSite extends Construct {
  readonly bucket: Bucket;
  readonly distribution: Distribution;
  /** Without a slash at the end. */
  readonly origin: string;

  constructor(scope: Construct, id: string, { api, edgeSecret, origins, config }: ConsoleSiteProps) {
    super(scope, id);
    this.bucket = filesBucket(this);
    const headers = pageHeaders(this, origins);
    const pageAddresses = new EdgeFunction(this, 'PageAddresses', {
      comment: 'Which addresses are pages',
      code: FunctionCode.fromInline(pageAddressesCode()),
      runtime: FunctionRuntime.JS_2_0,
    });
    this.distribution = new Distribution(this, 'Distribution', {
      comment: Stack.of(this).stackName,
      httpVersion: HttpVersion.HTTP2_AND_3,
      // Were the function above ever taken away, `/` must not list the bucket.
      defaultRootObject: PAGE_FILE.slice(1),
      ...this.#domain(config),
      defaultBehavior: {
        // A missing file is a 404 to those alone who may list the bucket.
        origin: S3BucketOrigin.withOriginAccessControl(this.bucket, {
          originAccessControl: new S3OriginAccessControl(this, 'Access', {
            originAccessControlName: namedAcrossRegions(this),
          }),
          originAccessLevels: [AccessLevel.READ, AccessLevel.LIST],
        }),
        viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
        allowedMethods: AllowedMethods.ALLOW_GET_HEAD,
        cachePolicy: CachePolicy.CACHING_OPTIMIZED,
        compress: true,
        responseHeadersPolicy: headers,
        functionAssociations: [{ function: pageAddresses, eventType: FunctionEventType.VIEWER_REQUEST }],
      },
      additionalBehaviors: {
        [`${CONSOLE_API}/*`]: {
          origin: new RestApiOrigin(api, {
            readTimeout: Duration.seconds(60),
            // Takes the place of what a caller sends under that name.
            ...(edgeSecret && { customHeaders: { [EDGE_SECRET_HEADER]: edgeSecret.value.unsafeUnwrap() } }),
          }),
          ...(edgeSecret && { functionAssociations: [this.#tellsViewerAddress()] }),
          // A redirect would have sent the token in the clear.
          viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
          allowedMethods: AllowedMethods.ALLOW_ALL,
          cachePolicy: CachePolicy.CACHING_DISABLED,
          // API Gateway chooses the API by the name of its host.
          originRequestPolicy: OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
          compress: false,
        },
      },
    });
    this.origin = `https://${config.consoleDomainName || this.distribution.distributionDomainName}`;
    this.#acknowledge();
  }

  #tellsViewerAddress(): FunctionAssociation {
    const viewerAddress = new EdgeFunction(this, 'ViewerAddress', {
      comment: 'Tells the API who calls',
      code: FunctionCode.fromInline(viewerAddressCode()),
      runtime: FunctionRuntime.JS_2_0,
    });
    return { function: viewerAddress, eventType: FunctionEventType.VIEWER_REQUEST };
  }

  #domain({ consoleDomainName, consoleCertificateArn }: ConsoleSiteProps['config']) {
    if (consoleDomainName === '') return {};
    const certificate = Certificate.fromCertificateArn(this, 'Certificate', consoleCertificateArn);
    return {
      domainNames: [consoleDomainName],
      certificate,
      minimumProtocolVersion: SecurityPolicyProtocol.TLS_V1_2_2021,
    };
  }

  #acknowledge(): void {
    Validations.of(this).acknowledge({
      id: 'Annotation::@aws-cdk/aws-cloudfront-origins:listBucketSecurityRisk',
      reason:
        'No address that reaches the bucket is its root: the function sees to it, and the default object.',
    });
    Validations.of(this.distribution).acknowledge(
      { id: 'AwsSolutions-CFR1', reason: 'Who may sign in may do so from anywhere.' },
      {
        id: 'AwsSolutions-CFR2',
        reason:
          'The pages are files from a cache, the same for everybody; the API behind them has limits of its own, and a web ACL where the profile has one.',
      },
      {
        id: 'AwsSolutions-CFR3',
        reason:
          'What the console asks of the API is in the log of the API; the pages are the same for everybody.',
      },
      {
        id: 'AwsSolutions-CFR4',
        reason:
          'Applies where CloudFront gives the domain and the certificate: its oldest protocol cannot be chosen then. HSTS keeps browsers off plain HTTP; a domain of the operator has TLS 1.2 or newer.',
      },
    );
  }
}

/** Holds nothing that a deployment does not bring back. */
function filesBucket(scope: Construct): Bucket {
  const bucket = new Bucket(scope, 'Files', {
    blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
    encryption: BucketEncryption.S3_MANAGED,
    enforceSSL: true,
    removalPolicy: RemovalPolicy.DESTROY,
    autoDeleteObjects: true,
  });
  Validations.of(bucket).acknowledge({
    id: 'AwsSolutions-S1',
    reason: 'CloudFront alone reads it, and its files are the same for everybody.',
  });
  return bucket;
}
