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
  /** S3 Standard, per million: PUT, COPY, POST and LIST; GET and HEAD. DELETE and abort are free. */
  s3Writes: 5,
  s3Reads: 0.4,
  /** Per GB and month; S3 Standard, first 50 TB. */
  s3Storage: 0.023,
  /** Per million requests; standard queues. */
  sqsRequests: 0.4,
  /** Per GB ingested; CloudWatch Logs. */
  logs: 0.5,
  /** Per hour; an interface VPC endpoint in one zone. */
  interfaceEndpointHour: 0.01,
} as const;
