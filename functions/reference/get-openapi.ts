import { openApiDocument } from '../../shared/contract/openapi/openapi-document.ts';
import { getOpenApi } from '../../shared/contract/routes/reference.ts';
import { ROUTES } from '../../shared/contract/routes.ts';
import { openEndpoint } from '../../shared/http/open-endpoint.ts';

const document = openApiDocument(ROUTES);

export const handler = openEndpoint(getOpenApi, ({ basePath }) => ({
  body: { ...document, servers: [{ url: basePath || '/' }] },
}));
