/**
 * AWS's published list prices in us-east-1, US dollars, as of 2026-11: the service's pricing pages
 * (aws.amazon.com/<service>/pricing). Written down by hand, without free tiers, discounts and taxes.
 */
export const PRICES = {
  asOf: '2026-11',
  region: 'us-east-1',
  /** Per million requests; API Gateway's REST API, first 333 million a month. */
  gatewayRequests: 3.5,
  /** Per million invocations, and per GB-second on arm64. */
  lambdaRequests: 0.2,
  lambdaGbSeconds: 0.0000133334,
  /** On demand, since November 2024; per million units. */
  dynamodbWriteUnits: 0.625,
  dynamodbReadUnits: 0.125,
  /** Per GB and month: what tables hold, and their continuous backups (point-in-time recovery). */
  dynamodbStorage: 0.25,
  dynamodbRecovery: 0.2,
  /** S3 Standard, per million: PUT, COPY, POST and LIST; GET and HEAD. DELETE and abort are free. */
  s3Writes: 5,
  s3Reads: 0.4,
  /** Per million events that S3 sends to EventBridge, whether or not a rule wants them. */
  s3Events: 1,
  /** Per GB and month; S3 Standard, first 50 TB. */
  s3Storage: 0.023,
  /** Per million requests; standard queues. */
  sqsRequests: 0.4,
  /** Per GB ingested; CloudWatch Logs. */
  logs: 0.5,
  /** Per hour; an interface VPC endpoint in one zone. */
  interfaceEndpointHour: 0.01,
  /** Per month: an alarm on one metric, a custom metric, a dashboard; CloudWatch. */
  alarm: 0.1,
  customMetric: 0.3,
  dashboard: 3,
  /** Per GB and month; ECR, private. */
  registryStorage: 0.1,
  /** Per month: a web ACL, and each of its rules; per million requests that it sees; AWS WAF. */
  webAcl: 5,
  webAclRule: 1,
  webAclRequests: 0.6,
  /** Per month; Secrets Manager. */
  secret: 0.4,
  /** Per million traces recorded; X-Ray. */
  traces: 5,
  /** Per GB sent to the internet, first 10 TB. */
  transferOut: 0.09,
  /** Per million HTTPS requests, per million runs of a function, per GB sent, first 10 TB; CloudFront in North America and Europe. */
  cloudFrontRequests: 1,
  cloudFrontFunctions: 0.1,
  cloudFrontTransfer: 0.085,
  /** A user who signs in at least once in the month; Cognito Essentials. */
  cognitoUser: 0.015,
} as const;
