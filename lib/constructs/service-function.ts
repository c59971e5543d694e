import path from 'node:path';
import { type Duration, IgnoreMode, RemovalPolicy, Size, Stack, Validations } from 'aws-cdk-lib';
import { SubnetType } from 'aws-cdk-lib/aws-ec2';
import { Platform } from 'aws-cdk-lib/aws-ecr-assets';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import {
  Architecture,
  DockerImageCode,
  DockerImageFunction,
  type Function as LambdaFunction,
  LoggingFormat,
  Runtime,
  Tracing,
} from 'aws-cdk-lib/aws-lambda';
import { NodejsFunction, OutputFormat } from 'aws-cdk-lib/aws-lambda-nodejs';
import { LogGroup, type RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { BUNDLING } from '../bundling/bundling.ts';
import { InlinePolicyRole } from './inline-policy-role.ts';
import type { IsolatedNetwork } from './isolated-network.ts';

const root = path.resolve(import.meta.dirname, '../..');

export interface ServiceFunctionProps {
  /** Path of the entry point under `functions/`, without extension; it exports `handler`. */
  key: string;
  description: string;
  timeout: Duration;
  /** MB; CPU grows with it, one virtual CPU per 1,769 MB. */
  memory: number;
  logRetention: RetentionDays;
  /** Whether X-Ray traces it. */
  tracing: boolean;
  /** Executions at a time that it may always have, and no more than these; without it, those that are free. */
  reserved?: number;
  /** Gets the events of asynchronous calls whose last attempt has failed. */
  deadLetterQueue?: IQueue;
}

/** The shape all functions share; each has a role of its own that starts with nothing but its log group. */
function common(scope: Construct, options: ServiceFunctionProps) {
  const { key, description, timeout, memory, logRetention, tracing, reserved, deadLetterQueue } = options;
  const id = key.replaceAll('/', '-');
  const logGroup = new LogGroup(scope, `${id}-logs`, {
    retention: logRetention,
    removalPolicy: RemovalPolicy.DESTROY,
  });
  const role = new InlinePolicyRole(scope, `${id}-role`, {
    assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
  });
  logGroup.grantWrite(role);
  Validations.of(role).acknowledge({
    id: 'AwsSolutions-IAM5[Resource::*]',
    reason: 'X-Ray writes, and the network interfaces of functions in a network, know no resources.',
  });
  return {
    id,
    props: {
      functionName: `${Stack.of(scope).stackName}-${id}`,
      description,
      role,
      timeout,
      memorySize: memory,
      architecture: Architecture.ARM_64,
      tracing: tracing ? Tracing.ACTIVE : Tracing.DISABLED,
      ...(reserved !== undefined && { reservedConcurrentExecutions: reserved }),
      ...(deadLetterQueue !== undefined && { deadLetterQueue }),
      loggingFormat: LoggingFormat.JSON,
      logGroup,
    },
  };
}

const { alias, mainFields, ...BUNDLED } = BUNDLING;

/**
 * A function of one bundled file: everything it imports and no more, the SDK clients included.
 * @param options.files what lies beside it: sources by their path in the bundle
 */
export function nodeFunction(
  scope: Construct,
  options: ServiceFunctionProps & { files: Record<string, string> },
): LambdaFunction {
  const { id, props } = common(scope, options);
  return new NodejsFunction(scope, id, {
    ...props,
    runtime: Runtime.NODEJS_24_X,
    entry: path.join(root, 'functions', `${options.key}.ts`),
    handler: 'handler',
    projectRoot: root,
    depsLockFilePath: path.join(root, 'package-lock.json'),
    bundling: {
      ...BUNDLED,
      format: OutputFormat.ESM,
      mainFields: [...mainFields],
      commandHooks: {
        beforeBundling: () => [],
        beforeInstall: () => [],
        afterBundling: (_, output) =>
          Object.entries(options.files).flatMap(([target, source]) => [
            `mkdir -p "${output}/${path.dirname(target)}"`,
            `cp "${source}" "${output}/${target}"`,
          ]),
      },
      externalModules: [],
      esbuildArgs: { '--alias': Object.entries(alias).map((pair) => pair.join('=')) },
    },
  });
}

interface ImageProps {
  network: IsolatedNetwork;
  /** Empty: the default of the Dockerfile. */
  baseImage: string;
}

/** What the image is made from; everything else in the tree is out of its context and of its hash. */
const IMAGE_CONTEXT = [
  'package.json',
  'package-lock.json',
  'cli/package.json',
  'functions',
  'shared',
  'models',
];

/** What Lambda needs, by the function's role, to attach it to a network. */
const NETWORK_ACTIONS = [
  'ec2:CreateNetworkInterface',
  'ec2:DescribeNetworkInterfaces',
  'ec2:DescribeSubnets',
  'ec2:DeleteNetworkInterface',
  'ec2:AssignPrivateIpAddresses',
  'ec2:UnassignPrivateIpAddresses',
];

/** A function in the container image, which holds the decoder and the models; `key` chooses the entry point. */
export function imageFunction(scope: Construct, options: ServiceFunctionProps & ImageProps): LambdaFunction {
  const { id, props } = common(scope, options);
  props.role.addToPolicy(new PolicyStatement({ actions: NETWORK_ACTIONS, resources: ['*'] }));
  const { vpc, securityGroup } = options.network;
  return new DockerImageFunction(scope, id, {
    ...props,
    code: DockerImageCode.fromImageAsset(root, {
      file: 'functions/detector/Dockerfile',
      platform: Platform.LINUX_ARM64,
      ...(options.baseImage !== '' && { buildArgs: { BASE_IMAGE: options.baseImage } }),
      exclude: ['*', ...IMAGE_CONTEXT.map((entry) => `!${entry}`)],
      ignoreMode: IgnoreMode.DOCKER,
      cmd: [`functions/${options.key}.handler`],
    }),
    vpc,
    vpcSubnets: { subnetType: SubnetType.PRIVATE_ISOLATED },
    securityGroups: [securityGroup],
    // Before anything is loaded: a variable set later does not reach threads (shared/inference/telemetry-off.ts).
    environment: { ORT_DISABLE_TELEMETRY: '1' },
    // Room for the byte range of a segment: a minute at 200 Mbit/s is 1.5 GB.
    ephemeralStorageSize: Size.gibibytes(4),
  });
}
