import { RemovalPolicy, Stack, Validations } from 'aws-cdk-lib';
import {
  AccessLogField,
  AccessLogFormat,
  ApiDefinition,
  EndpointType,
  LogGroupLogDestination,
  MethodLoggingLevel,
  SpecRestApi,
} from 'aws-cdk-lib/aws-apigateway';
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import type { Audience } from '../../shared/contract/audience.ts';
import { SETTINGS } from '../../shared/contract/resources.ts';
import { methodsOf, type Route } from '../../shared/contract/route.ts';
import { type ApiBody, apiBody } from '../api-body.ts';
import type { Config } from '../config.ts';

interface Mount {
  /** Stands before the endpoints that are not open. */
  authorizer: LambdaFunction;
  /** The endpoint definitions with their functions. */
  endpoints: readonly { route: Route; handler: LambdaFunction }[];
}

interface ServiceApiProps {
  config: Config;
  mounts: Readonly<Record<Audience, Mount>>;
  /** Answers every method and path that no endpoint has. */
  notFound: LambdaFunction;
}

/** What an AWS account may admit at once, unless its quota was raised. */
const MOST_AT_ONCE = 5000;

/**
 * How many requests a method admits. API Gateway counts each method for itself, before it asks the authorizer, so that whoever has
 * no key can use up a method's rate: that of open ones is smaller, and where there is a web ACL it limits requests without a key
 * by address (`address-limit.ts`).
 */
const methodOptions = (rate: number) => ({
  throttlingRateLimit: rate,
  throttlingBurstLimit: Math.min(rate, MOST_AT_ONCE),
  loggingLevel: MethodLoggingLevel.ERROR,
  dataTraceEnabled: false,
});

const DESCRIPTION = 'Video metadata service';

/** The REST API: the endpoints of integrators and those of the console, each behind its own authorizer unless it is open. */
export class ServiceApi extends Construct {
  readonly api: SpecRestApi;
  /** A line of JSON for each request. */
  readonly accessLog: LogGroup;

  constructor(scope: Construct, id: string, { config, mounts, notFound }: ServiceApiProps) {
    super(scope, id);
    const { corsOrigin } = config;
    const { integrators, console } = mounts;
    const endpoints = [...integrators.endpoints, ...console.endpoints].map(({ handler }) => handler);
    for (const fn of new Set([notFound, ...endpoints])) {
      // Proxied answers bring their own headers.
      fn.addEnvironment(SETTINGS.corsOrigin, corsOrigin);
      if (config.metrics) fn.addEnvironment(SETTINGS.metricsNamespace, Stack.of(this).stackName);
    }
    this.accessLog = new LogGroup(this, 'AccessLog', {
      retention: config.logRetentionDays,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const caller = this.#caller([integrators.authorizer, console.authorizer, notFound, ...endpoints]);
    const { partition, region, stackName } = Stack.of(this);
    const mount = ({ authorizer, endpoints }: Mount) => ({
      authorizer: authorizer.functionArn,
      endpoints: endpoints.map(({ route, handler }) => ({ route, functionArn: handler.functionArn })),
    });
    this.api = this.#restApi(
      config,
      [...integrators.endpoints, ...console.endpoints].map(({ route }) => route).filter(({ open }) => open),
      apiBody({
        title: stackName,
        description: DESCRIPTION,
        mounts: { integrators: mount(integrators), console: mount(console) },
        notFound: notFound.functionArn,
        credentials: caller.roleArn,
        gatewayArn: `arn:${partition}:apigateway:${region}`,
        corsOrigin,
      }),
    );
    // Its permissions are a resource of their own.
    this.api.node.addDependency(caller);
    this.#acknowledge(config);
  }

  /**
   * The role by which API Gateway calls functions. Its policy grows with every endpoint, so that it has CDK's, which continues in
   * managed policies where IAM's limit for one role is reached; that is also why each function has a statement of its own.
   */
  #caller(functions: readonly LambdaFunction[]): Role {
    const role = new Role(this, 'Caller', { assumedBy: new ServicePrincipal('apigateway.amazonaws.com') });
    for (const fn of new Set(functions))
      role.addToPolicy(
        new PolicyStatement({ actions: ['lambda:InvokeFunction'], resources: [fn.functionArn] }),
      );
    return role;
  }

  #restApi(config: Config, openEndpoints: readonly Route[], body: ApiBody): SpecRestApi {
    return new SpecRestApi(this, 'Api', {
      restApiName: Stack.of(this).stackName,
      apiDefinition: ApiDefinition.fromInline(body),
      // What API Gateway cannot import must not go live without it.
      failOnWarnings: true,
      endpointTypes: [EndpointType.REGIONAL],
      // With a body CloudFormation passes the property above over, and reads this one.
      parameters: { endpointConfigurationTypes: EndpointType.REGIONAL },
      cloudWatchRole: true,
      deployOptions: {
        description: DESCRIPTION,
        stageName: config.stage,
        ...methodOptions(config.requestRate),
        methodOptions: Object.fromEntries(
          openEndpoints.flatMap((route) =>
            methodsOf(route).map((method) => [
              `${route.path}/${method}`,
              methodOptions(config.requestRate / 10),
            ]),
          ),
        ),
        tracingEnabled: config.tracing,
        accessLogDestination: new LogGroupLogDestination(this.accessLog),
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
