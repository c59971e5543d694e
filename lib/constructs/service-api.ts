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
  type MethodOptions,
  RequestAuthorizer,
  ResponseTransferMode,
  RestApi,
} from 'aws-cdk-lib/aws-apigateway';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { type Audience, BASE_PATHS } from '../../shared/contract/audience.ts';
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
  /** The rows of each audience with their functions, and what stands before them. */
  mounts: Readonly<Record<Audience, { authorizer: LambdaFunction; endpoints: readonly Endpoint[] }>>;
  /** Answers every method and path that no endpoint has. */
  notFound: LambdaFunction;
}

/** Requests per second and at once that the whole stage admits; the limit per account is the authorizer's. */
const THROTTLE = { throttlingRateLimit: 1000, throttlingBurstLimit: 2000 };

/**
 * The REST API: the rows of integrators and those of the console, each behind its own authorizer unless the row is open.
 * Browsers of any origin may call the former; the console calls from its own.
 */
export class ServiceApi extends Construct {
  readonly api: RestApi;

  constructor(scope: Construct, id: string, { config, mounts, notFound }: ServiceApiProps) {
    super(scope, id);
    this.api = this.#restApi(config);
    const functions = [mounts.integrators, mounts.console].flatMap(({ endpoints }) =>
      endpoints.map(({ handler }) => handler),
    );
    for (const fn of new Set([notFound, ...functions])) {
      // Proxied answers bring their own headers.
      fn.addEnvironment(SETTINGS.corsOrigin, config.corsOrigin);
      if (config.metrics) fn.addEnvironment(SETTINGS.metricsNamespace, Stack.of(this).stackName);
    }
    const anything = new LambdaIntegration(notFound, { scopePermissionToMethod: false });

    const behind = {
      integrators: this.#authorizer('Authorizer', mounts.integrators.authorizer),
      console: this.#authorizer('ConsoleAuthorizer', mounts.console.authorizer),
    };
    const anywhere = ['/{proxy+}', `${BASE_PATHS.console}/{proxy+}`];
    const others = anywhere.map((path) => this.api.root.resourceForPath(path));
    const leaves = { integrators: new Set<IResource>(), console: new Set<IResource>() };
    for (const audience of ['integrators', 'console'] as const) {
      for (const endpoint of mounts[audience].endpoints)
        leaves[audience].add(this.#addEndpoint(endpoint, behind[audience]));
    }
    for (const resource of withAncestors([...leaves.integrators, ...leaves.console, ...others])) {
      const audience = audienceOf(resource);
      // Another method of a console's path is answered by the gateway, as no route: a method for each would come close to
      // the most resources that a stack may have.
      if (!leaves.console.has(resource)) resource.addMethod('ANY', anything, behind[audience]);
      if (audience === 'integrators') answerPreflight(resource, config.corsOrigin);
    }
    answerGatewayErrors(this.api, config.corsOrigin);
    this.#acknowledge(config);
  }

  /** @returns the resource that it is a method of */
  #addEndpoint({ route, handler }: Endpoint, authorization: MethodOptions): IResource {
    const resource = this.api.root.resourceForPath(route.path);
    const method = resource.addMethod(
      route.method,
      new LambdaIntegration(handler, {
        timeout: Duration.seconds(endpointSeconds(route)),
        // One permission a function: most are called by two methods.
        scopePermissionToMethod: false,
        ...(route.stream && { responseTransferMode: ResponseTransferMode.STREAM }),
      }),
      route.open ? { authorizationType: AuthorizationType.NONE } : authorization,
    );
    if (route.open) {
      Validations.of(method).acknowledge({
        id: 'AwsSolutions-APIG4',
        reason: 'The description of the API is public; it is the same for everybody.',
      });
    }
    return resource;
  }

  /**
   * Nothing is cached, and no header is required by the gateway: a revoked key and a disabled person are refused at once, and a
   * request without a credential is refused by the same code as one with a wrong one.
   */
  #authorizer(id: string, handler: LambdaFunction): MethodOptions {
    return {
      authorizationType: AuthorizationType.CUSTOM,
      authorizer: new RequestAuthorizer(this, id, {
        handler,
        resultsCacheTtl: Duration.seconds(0),
        identitySources: [],
      }),
    };
  }

  #restApi(config: Config): RestApi {
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
        reason:
          'Lambda authorizers check API keys and the tokens of the user pool: accounts and limits of requests are known to no other kind.',
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

/** Whose authorizer answers for a path, whether there is a row or not. */
const audienceOf = ({ path }: IResource): Audience =>
  `${path}/`.startsWith(`${BASE_PATHS.console}/`) ? 'console' : 'integrators';

function withAncestors(leaves: readonly IResource[]): Set<IResource> {
  const resources = new Set<IResource>();
  for (const leaf of leaves) {
    for (let at: IResource | undefined = leaf; at !== undefined; at = at.parentResource) resources.add(at);
  }
  return resources;
}
