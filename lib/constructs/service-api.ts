import { Duration, RemovalPolicy, Stack, Validations } from 'aws-cdk-lib';
import {
  AccessLogField,
  AccessLogFormat,
  AuthorizationType,
  EndpointType,
  type IResource,
  LambdaIntegration,
  LogGroupLogDestination,
  MethodLoggingLevel,
  RequestAuthorizer,
  ResponseTransferMode,
  RestApi,
} from 'aws-cdk-lib/aws-apigateway';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { SETTINGS } from '../../shared/contract/resources.ts';
import type { Route } from '../../shared/contract/route.ts';
import { endpointSeconds } from '../../shared/contract/route-limits.ts';
import type { Config } from '../config.ts';
import { answerGatewayErrors } from './gateway-errors.ts';
import { answerPreflight } from './preflight.ts';

export interface Endpoint {
  route: Route;
  handler: LambdaFunction;
}

interface ServiceApiProps {
  config: Config;
  authorizer: LambdaFunction;
  endpoints: readonly Endpoint[];
  /** Answers every method and path that no endpoint has. */
  notFound: LambdaFunction;
}

/** Requests per second and at once that the whole stage admits; the limit per account is the authorizer's. */
const THROTTLE = { throttlingRateLimit: 1000, throttlingBurstLimit: 2000 };

/** The public REST API: every route of the contract, behind the authorizer unless the route is open. */
export class ServiceApi extends Construct {
  readonly api: RestApi;

  constructor(scope: Construct, id: string, { config, authorizer, endpoints, notFound }: ServiceApiProps) {
    super(scope, id);
    this.api = this.#restApi(config, authorizer);
    for (const fn of [notFound, ...endpoints.map(({ handler }) => handler)]) {
      // Proxied answers bring their own headers.
      fn.addEnvironment(SETTINGS.corsOrigin, config.corsOrigin);
      if (config.metrics) fn.addEnvironment(SETTINGS.metricsNamespace, Stack.of(this).stackName);
    }
    const anything = new LambdaIntegration(notFound, { scopePermissionToMethod: false });

    for (const { route, handler } of endpoints) {
      const method = this.api.root.resourceForPath(route.path).addMethod(
        route.method,
        new LambdaIntegration(handler, {
          timeout: Duration.seconds(endpointSeconds(route)),
          allowTestInvoke: false,
          ...(route.stream && { responseTransferMode: ResponseTransferMode.STREAM }),
        }),
        route.open ? { authorizationType: AuthorizationType.NONE } : {},
      );
      if (route.open) {
        Validations.of(method).acknowledge({
          id: 'AwsSolutions-APIG4',
          reason: 'The description of the API is public; it is the same for everybody.',
        });
      }
    }
    const leaves = endpoints.map(({ route }) => this.api.root.resourceForPath(route.path));
    for (const resource of [...withAncestors(leaves), this.api.root.addResource('{proxy+}')]) {
      resource.addMethod('ANY', anything);
      answerPreflight(resource, config.corsOrigin);
    }
    answerGatewayErrors(this.api, config.corsOrigin);
    this.#acknowledge(config);
  }

  #restApi(config: Config, authorizer: LambdaFunction): RestApi {
    const accessLog = new LogGroup(this, 'AccessLog', {
      retention: config.logRetentionDays,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    return new RestApi(this, 'Api', {
      restApiName: Stack.of(this).stackName,
      description: 'Video metadata service',
      endpointTypes: [EndpointType.REGIONAL],
      // Uploads are binary, and a proxied answer that is text stays text.
      binaryMediaTypes: ['*/*'],
      cloudWatchRole: true,
      defaultMethodOptions: {
        authorizationType: AuthorizationType.CUSTOM,
        // Nothing is cached, and no header is required by the gateway: a revoked key is refused at once, and a
        // request without a key is refused by the same code as one with a wrong key.
        authorizer: new RequestAuthorizer(this, 'Authorizer', {
          handler: authorizer,
          resultsCacheTtl: Duration.seconds(0),
          identitySources: [],
        }),
      },
      deployOptions: {
        stageName: config.stage,
        ...THROTTLE,
        tracingEnabled: config.tracing,
        loggingLevel: MethodLoggingLevel.ERROR,
        dataTraceEnabled: false,
        accessLogDestination: new LogGroupLogDestination(accessLog),
        accessLogFormat: ACCESS_LOG_FORMAT,
      },
    });
  }

  #acknowledge({ webAcl }: Config): void {
    if (!webAcl) {
      Validations.of(this.api).acknowledge({
        id: 'AwsSolutions-APIG3',
        reason:
          'This profile has no web ACL: the authorizer limits each account, and the stage all requests.',
      });
    }
    Validations.of(this.api).acknowledge(
      {
        id: 'AwsSolutions-APIG2',
        reason: 'Requests are validated by the functions against the schemas of the contract.',
      },
      {
        id: 'AwsSolutions-COG4',
        reason: 'API keys, checked by a Lambda authorizer, are the contract; there is no user pool.',
      },
      {
        id: 'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AmazonAPIGatewayPushToCloudWatchLogs]',
        reason: 'The account-wide role with which API Gateway writes logs; AWS asks for this policy.',
      },
    );
  }
}

/** Who asked for what, how it ended and how long it took; neither keys nor addresses with parameters. */
const ACCESS_LOG_FORMAT = AccessLogFormat.custom(
  JSON.stringify({
    requestId: AccessLogField.contextRequestId(),
    ip: AccessLogField.contextIdentitySourceIp(),
    principal: AccessLogField.contextAuthorizerPrincipalId(),
    method: AccessLogField.contextHttpMethod(),
    resource: AccessLogField.contextResourcePath(),
    status: AccessLogField.contextStatus(),
    errorType: AccessLogField.contextErrorResponseType(),
    responseBytes: AccessLogField.contextResponseLength(),
    latencyMs: AccessLogField.contextResponseLatency(),
    integrationLatencyMs: AccessLogField.contextIntegrationLatency(),
  }),
);

function withAncestors(leaves: readonly IResource[]): Set<IResource> {
  const resources = new Set<IResource>();
  for (const leaf of leaves) {
    for (let at: IResource | undefined = leaf; at !== undefined; at = at.parentResource) resources.add(at);
  }
  return resources;
}
