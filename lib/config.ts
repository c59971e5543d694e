import { RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { Node } from 'constructs';
import * as z from 'zod';
import { readQuotas } from '../shared/contract/quotas.ts';
import { PROFILES, type ProfileName } from './profiles.ts';
import { UnusableSetting } from './set-up-fault.ts';

/** `cdk -c` passes texts, `cdk.json` may hold numbers and booleans. */
const flag = z.union([z.boolean(), z.stringbool({ truthy: ['true'], falsy: ['false'] })], {
  error: 'must be true or false',
});
const nameOf = (length: number): string =>
  `must be a lower-case letter, then up to ${length - 1} lower-case letters and digits`;
const wholeNumber = (least: number, most: number) =>
  z.coerce
    .number('must be a whole number')
    .int('must be a whole number')
    .min(least, `must be from ${least} to ${most}`)
    .max(most, `must be from ${least} to ${most}`);
const arn = (service: string, resource: string, what: string, region = '[\\w-]+') =>
  z
    .string()
    .regex(new RegExp(`^(arn:[\\w-]+:${service}:${region}:\\d{12}:${resource})?$`), `must be ${what}`);
const domain = z
  .string()
  .regex(
    /^(([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,})?$/,
    'must be a domain in lower-case letters, as api.example.org',
  )
  .default('');
const modelId = z
  .string()
  .regex(/^[a-z0-9-]*$/, 'must be the id of a model: lower-case letters, digits and dashes')
  .default('');
/** One of several values, in words. */
const oneOf = <const T extends string>(choices: readonly T[]) =>
  z.enum(choices, { error: `must be ${listed(choices)}` });
const listed = (choices: readonly (string | number)[]): string =>
  `${choices.slice(0, -1).join(', ')} or ${choices.at(-1)}`;

const quotas = z.string().superRefine((value, context) => {
  try {
    readQuotas(value);
  } catch (error) {
    context.addIssue({ code: 'custom', message: `is no table of quotas: ${reasonOf(error)}` });
  }
});

/** In one line, though a schema may have found several faults. */
const reasonOf = (error: unknown): string =>
  error instanceof z.ZodError
    ? error.issues.map(({ path, message }) => [path.join('.'), message].filter(Boolean).join(': ')).join('; ')
    : String(error).replaceAll('\n', ' ');

const CERTIFICATE = 'the ARN of a certificate of ACM';
const RETENTION = `must be ${listed(Object.values(RetentionDays).filter((value) => typeof value === 'number'))}`;

const configSchema = z
  .strictObject({
    /** Gives the settings below `quotas` their defaults (lib/profiles.ts). */
    profile: oneOf(Object.keys(PROFILES) as ProfileName[]),
    /** Names the stacks, the functions and the API's stage. */
    stage: z
      .string()
      .regex(/^[a-z][a-z0-9]{0,11}$/, nameOf(12))
      .default('dev'),
    /** First part of an API key's secret. */
    keyPrefix: z
      .string()
      .regex(/^[a-z][a-z0-9]{0,15}$/, nameOf(16))
      .default('vms'),
    /** Origin that browsers may call from; `*` is any (keys travel in a header, never in a cookie). */
    corsOrigin: z
      .string()
      .regex(/^(\*|https?:\/\/[^\s/'"]+)$/, 'must be one origin, as https://example.org, or *')
      .default('*'),
    /** Id of the detector; empty: the default one where its file is in `models/weights`, else the built-in one. */
    detectorModel: modelId,
    /** Id of the CLIP model in `models/weights/clip`; empty: there is none. */
    clipModel: modelId,
    /** Domain at which the API is called; empty: at the address that API Gateway gives it. */
    domainName: domain,
    /** Certificate of that domain, in the stack's region. */
    certificateArn: arn('acm', 'certificate/[\\w-]+', CERTIFICATE).default(''),
    /** Domain of the console; empty: at the address that CloudFront gives it. */
    consoleDomainName: domain,
    /** Certificate of that domain, in us-east-1, where CloudFront looks for it. */
    consoleCertificateArn: arn(
      'acm',
      'certificate/[\\w-]+',
      `${CERTIFICATE} in us-east-1`,
      'us-east-1',
    ).default(''),
    /** Whether whoever has an e-mail address may make a user for themselves. */
    selfSignUp: flag.default(false),
    /** Whether everybody who signs in needs a second factor (TOTP), or who wants one may have it. */
    mfa: oneOf(['optional', 'required']).default('optional'),
    /** Zones of the workers' network, as `eu-central-1a,eu-central-1b`; empty: the region's first two. */
    zones: z
      .string()
      .regex(
        /^([a-z]{2}(-[a-z]+)+-\d[a-z](,[a-z]{2}(-[a-z]+)+-\d[a-z])+)?$/,
        'must be two zones or more, as eu-central-1a,eu-central-1b',
      )
      .default(''),
    /** What the image is built on; empty: the default of its Dockerfile. A digest pins it (docs/deploy.md). */
    baseImage: z
      .string()
      .regex(
        /^([a-z0-9][\w./-]*(:[\w.-]+)?(@sha256:[0-9a-f]{64})?)?$/,
        'must be an image, as public.ecr.aws/lambda/nodejs:24 or with @sha256:…',
      )
      .default(''),
    /** Generation of the secret between CloudFront and the web ACL; one more makes another (`npm run deploy -- --rotate-secrets`). */
    edgeSecret: z.coerce
      .number('must be a whole number')
      .int('must be a whole number')
      .min(1, 'must be 1 or more')
      .default(1),
    /** Name of a managed policy that no role of the stacks exceeds; empty: there is none. A pipeline has one (lib/pipeline). */
    permissionsBoundary: z
      .string()
      .regex(/^[\w+=,.@-]{0,128}$/, 'must be the name of a managed policy')
      .default(''),
    /** SNS topic that alarms notify; empty: alarms only show in CloudWatch. */
    alarmTopicArn: arn('sns', '[\\w-]+', 'the ARN of an SNS topic').default(''),
    /** Name of a versioned bucket, best of another region, that gets a copy of every file and blob; empty: there is none. */
    replicaBucket: z
      .string()
      .regex(/^([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])?$/, 'must be the name of a bucket')
      .default(''),
    /** Vault of AWS Backup, of another region or account, that gets a copy of the tables every day; empty: there are no such copies. */
    backupVaultArn: arn('backup', 'backup-vault:[\\w-]+', 'the ARN of a backup vault').default(''),
    /** USD a month, of the whole AWS account, of which 80 % or a forecast beyond it notify that topic; 0: there is no budget. */
    monthlyBudget: wholeNumber(0, 1_000_000).default(0),
    /** JSON of the quotas that differ from the defaults, by tier, as `{"free": {"videos": 50}}`. */
    quotas: quotas.default(''),
    requestRate: wholeNumber(10, 10_000),
    authorizerConcurrency: wholeNumber(2, 10_000),
    detectionConcurrency: wholeNumber(2, 1000),
    ingestConcurrency: wholeNumber(2, 1000),
    webhookConcurrency: wholeNumber(2, 1000),
    reserveConcurrency: flag,
    tracing: flag,
    /** One of the values CloudWatch Logs knows. */
    logRetentionDays: z.coerce.number(RETENTION).pipe(z.enum(RetentionDays, { error: RETENTION })),
    alarms: oneOf(['essential', 'all']),
    dashboard: flag,
    metrics: flag,
    webAcl: flag,
  })
  .superRefine((config, context) => {
    const { reserveConcurrency, requestRate, authorizerConcurrency } = config;
    const least = Math.ceil((2 * requestRate) / REQUESTS_PER_ENVIRONMENT);
    if (reserveConcurrency && authorizerConcurrency < least) {
      const message = `must be ${least} or more for ${requestRate} requests a second, which may be twice as many in one`;
      context.addIssue({ code: 'custom', path: ['authorizerConcurrency'], message });
    }
    if (config.monthlyBudget > 0 && config.alarmTopicArn === '') {
      const message = 'needs alarmTopicArn, or it would notify nobody';
      context.addIssue({ code: 'custom', path: ['monthlyBudget'], message });
    }
    for (const [name, certificate] of DOMAINS) {
      if ((config[name] === '') === (config[certificate] === '')) continue;
      const message = 'a domain and its certificate come together';
      const path = [config[name] === '' ? name : certificate];
      context.addIssue({ code: 'custom', path, message });
    }
  });

/**
 * Requests a second that Lambda sends to one execution environment, however short they are.
 * Source: "Lambda quotas", https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html
 */
const REQUESTS_PER_ENVIRONMENT = 10;

/** The settings of domains, each with that of its certificate. */
const DOMAINS = [
  ['domainName', 'certificateArn'],
  ['consoleDomainName', 'consoleCertificateArn'],
] as const;

/** What may differ between deployments: values of the CDK context (`-c name=value`), else the profile's or the default. */
export type Config = z.output<typeof configSchema>;

const isProfile = (name: unknown): name is ProfileName => Object.keys(PROFILES).includes(String(name));

/** Names that CDK gives to other context values have a colon or a slash, but for these. */
const CDK_NAMES = ['cli-telemetry', 'acknowledged-issue-numbers'];
const isSetting = (name: string): boolean => !/[:/]/.test(name) && !CDK_NAMES.includes(name);

/** @throws UnusableSetting naming every setting that cannot be used, and every name that is no setting */
export function readConfig(node: Node): Config {
  const given = Object.entries(node.getAllContext() as Record<string, unknown>).filter(([name]) =>
    isSetting(name),
  );
  const values = Object.fromEntries(given);
  const { profile = 'personal' } = values;
  // An unknown profile is reported alone.
  const defaults = PROFILES[isProfile(profile) ? profile : 'personal'];
  const result = configSchema.safeParse({ ...defaults, ...values, profile });
  if (result.success) return result.data;
  throw new UnusableSetting(
    result.error.issues
      .flatMap((issue) => {
        if (issue.code === 'unrecognized_keys') {
          const settings = Object.keys(configSchema.shape).join(', ');
          return issue.keys.map((name) => `-c ${name}: is no setting; there are ${settings}`);
        }
        const name = String(issue.path[0]);
        const given = values[name] === undefined ? name : `${name}=${JSON.stringify(values[name])}`;
        return [`-c ${given}: ${issue.message}`];
      })
      .join('\n'),
  );
}
