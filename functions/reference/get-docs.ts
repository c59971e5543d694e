import { endpointsFor } from '../../shared/contract/audience.ts';
import { openApiDocument } from '../../shared/contract/openapi/openapi-document.ts';
import { getDocs } from '../../shared/contract/routes/reference.ts';
import { openEndpoint } from '../../shared/http/open-endpoint.ts';
import { contentSecurityPolicy, referencePage } from '../../shared/reference/page.ts';

const body = referencePage(openApiDocument(endpointsFor('integrators')));
const headers = {
  'Content-Security-Policy': contentSecurityPolicy,
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
};

export const handler = openEndpoint(getDocs, () => ({ body, headers }));
