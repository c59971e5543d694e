import { RetentionDays } from 'aws-cdk-lib/aws-logs';

/** What a deployment does unless a setting says otherwise. */
interface Profile {
  /**
   * Requests per second that each method of the API admits from all callers together, and as many at once; open ones a tenth.
   * The limit of an account is the authorizer's.
   */
  requestRate: number;
  /** Requests authorized at a time, where concurrency is reserved. */
  authorizerConcurrency: number;
  /** Detection messages worked on at a time, 2–1000. */
  detectionConcurrency: number;
  /** Uploads ingested at a time, 2–1000. */
  ingestConcurrency: number;
  /** Events posted to webhooks at a time, 2–1000: as many slow receivers let others wait for ten seconds. */
  webhookConcurrency: number;
  /** Whether workers and authorizer have a share of the account's concurrency that nothing else can take. */
  reserveConcurrency: boolean;
  /** Whether X-Ray traces requests and functions. */
  tracing: boolean;
  /** Days that logs are kept. */
  logRetentionDays: RetentionDays;
  /** `essential`: only those by which an operator learns that the service does not do its work. */
  alarms: 'essential' | 'all';
  dashboard: boolean;
  /** Whether requests, latency and errors of every route are metrics of their own; the log has them in any case. */
  metrics: boolean;
  /** Whether a web ACL limits the requests of each address, those without a key too. */
  webAcl: boolean;
}

/**
 * `personal`: for one team, in an account that may be new; costs little while nothing happens. `production`: for many accounts.
 * docs/cost.md says what each costs at rest.
 */
export const PROFILES = {
  personal: {
    // A new AWS account runs 10 functions at a time in all, which answer 100 requests a second.
    requestRate: 100,
    authorizerConcurrency: 20,
    detectionConcurrency: 2,
    ingestConcurrency: 2,
    webhookConcurrency: 3,
    reserveConcurrency: false,
    tracing: false,
    logRetentionDays: RetentionDays.TWO_WEEKS,
    alarms: 'essential',
    dashboard: false,
    metrics: false,
    webAcl: false,
  },
  production: {
    requestRate: 1000,
    authorizerConcurrency: 200,
    detectionConcurrency: 20,
    ingestConcurrency: 5,
    webhookConcurrency: 50,
    reserveConcurrency: true,
    tracing: true,
    logRetentionDays: RetentionDays.THREE_MONTHS,
    alarms: 'all',
    dashboard: true,
    metrics: true,
    webAcl: true,
  },
} as const satisfies Record<string, Profile>;

export type ProfileName = keyof typeof PROFILES;
