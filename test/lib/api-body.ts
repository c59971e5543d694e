import { logicalId, only, propertiesOf, type Synthesized } from './synthesized.ts';

interface Integration {
  type: string;
  httpMethod?: string;
  uri?: unknown;
  credentials?: unknown;
  responseTransferMode?: string;
  timeoutInMillis?: number;
  contentHandling?: string;
  responses?: Record<string, { statusCode: string; responseParameters: Record<string, string> }>;
}

export interface Operation {
  parameters?: { name: string; in: string }[];
  security?: Record<string, string[]>[];
  responses: Record<string, { headers?: Record<string, unknown> }>;
  'x-amazon-apigateway-integration': Integration;
}

/** What API Gateway imports. */
interface Body {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
  components: {
    securitySchemes: Record<string, { 'x-amazon-apigateway-authorizer': Record<string, unknown> }>;
  };
  'x-amazon-apigateway-binary-media-types': string[];
  'x-amazon-apigateway-gateway-responses': Record<
    string,
    {
      statusCode: string;
      responseParameters: Record<string, string>;
      responseTemplates: Record<string, string>;
    }
  >;
}

export const bodyOf = ({ service }: Synthesized): Body =>
  only(service, 'AWS::ApiGateway::RestApi').Properties.Body as Body;

/** An address as API Gateway has it, with the name of the function in it. */
export function addressOf(uri: unknown, synthesized: Synthesized): string {
  const parts = (uri as { 'Fn::Join'?: [string, unknown[]] } | undefined)?.['Fn::Join']?.[1] ?? [];
  return parts
    .map((part) => {
      if (typeof part === 'string') return part;
      if ('Ref' in (part as object)) return `<${(part as { Ref: string }).Ref}>`;
      const id = logicalId(part, synthesized);
      return String(propertiesOf(synthesized.service, 'AWS::Lambda::Function', id).FunctionName);
    })
    .join('');
}

/** The name of the function that an address calls. */
export const functionIn = (address: string): string | undefined =>
  /\/functions\/([^/]+)\//.exec(address)?.[1];
