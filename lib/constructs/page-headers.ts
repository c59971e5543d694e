import { Duration, Stack } from 'aws-cdk-lib';
import { HeadersFrameOption, HeadersReferrerPolicy, ResponseHeadersPolicy } from 'aws-cdk-lib/aws-cloudfront';
import type { Construct } from 'constructs';
import {
  CONSOLE_HEADERS,
  type ConsoleOrigins,
  consoleDirectives,
  contentSecurityPolicy,
} from '../../shared/contract/content-security-policy.ts';

/** Headers for which CloudFront has members of their own, and refuses any other way. */
const {
  'X-Content-Type-Options': _,
  'X-Frame-Options': frameOption,
  'Referrer-Policy': referrerPolicy,
  ...others
} = CONSOLE_HEADERS;

/** The headers of the console's pages and files, as the local service sends them, and HSTS. */
export const pageHeaders = (scope: Construct, origins: ConsoleOrigins): ResponseHeadersPolicy =>
  new ResponseHeadersPolicy(scope, 'Headers', {
    responseHeadersPolicyName: namedAcrossRegions(scope),
    comment: 'Pages and files of the console',
    securityHeadersBehavior: {
      contentSecurityPolicy: {
        contentSecurityPolicy: contentSecurityPolicy(consoleDirectives(origins)),
        override: true,
      },
      contentTypeOptions: { override: true },
      frameOptions: { frameOption: HeadersFrameOption[frameOption], override: true },
      referrerPolicy: { referrerPolicy: REFERRER_POLICIES[referrerPolicy], override: true },
      strictTransportSecurity: { accessControlMaxAge: Duration.days(365), override: true },
    },
    customHeadersBehavior: {
      customHeaders: Object.entries(others).map(([header, value]) => ({ header, value, override: true })),
    },
  });

const REFERRER_POLICIES = { 'no-referrer': HeadersReferrerPolicy.NO_REFERRER } as const;

/** Names of CloudFront's resources are the account's, whatever the region of their stack. */
export const namedAcrossRegions = (scope: Construct): string => {
  const { stackName, region } = Stack.of(scope);
  return `${stackName}-${region}`;
};
