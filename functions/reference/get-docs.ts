import { openApiDocument } from '../../shared/contract/openapi/openapi-document.ts';
import { getDocs } from '../../shared/contract/routes/reference.ts';
import { ROUTES } from '../../shared/contract/routes.ts';
import { openEndpoint } from '../../shared/http/open-endpoint.ts';
import { contentSecurityPolicy, referencePage } from '../../shared/reference/page.ts';

const body = referencePage(openApiDocument(ROUTES));
const headers = {
  'Content-Security-Policy': contentSecurityPolicy,
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
};

export const handler = openEndpoint(getDocs, () => ({ body, headers }));
