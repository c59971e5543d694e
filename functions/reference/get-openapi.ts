import { endpointsFor } from '../../shared/contract/audience.ts';
import { openApiDocument } from '../../shared/contract/openapi/openapi-document.ts';
import { getOpenApi } from '../../shared/contract/routes/reference.ts';
import { openEndpoint } from '../../shared/http/open-endpoint.ts';

const document = openApiDocument(endpointsFor('integrators'), 'generators');

export const handler = openEndpoint(getOpenApi, ({ basePath }) => ({
  body: { ...document, servers: [{ url: basePath || '/' }] },
}));
