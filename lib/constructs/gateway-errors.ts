import { ResponseType, type RestApi } from 'aws-cdk-lib/aws-apigateway';
import { ApiError } from '../../shared/contract/errors.ts';
import { corsHeaders, GATEWAY_RESPONSES } from '../../shared/contract/gateway-responses.ts';
import { LIMITS } from '../../shared/contract/limits.ts';

/** Gives the errors that API Gateway answers itself the shape of the contract. */
export function answerGatewayErrors(api: RestApi, origin: string): void {
  for (const { type, status, code, message, field, details, headers } of GATEWAY_RESPONSES(
    LIMITS.gatewayBodyBytes,
  )) {
    api.addGatewayResponse(type, {
      type: ResponseType.of(type),
      statusCode: String(status),
      responseHeaders: {
        'X-Request-Id': 'context.requestId',
        ...literals({ ...corsHeaders(origin), ...headers }),
      },
      templates: {
        'application/json': JSON.stringify(new ApiError(code, message, { field, details }).toBody()),
      },
    });
  }
}

/** API Gateway takes a header's value as an expression; quotes make it a constant. */
const literals = (headers: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, `'${value}'`]));
