import { corsHeaders, GATEWAY_RESPONSES } from '../../shared/contract/gateway-responses.ts';

/** An answer made by the gateway itself. */
export interface GatewayAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

export interface GatewayRefusal {
  /** Type of API Gateway's response. */
  type: string;
  /** Replaces the type's own message where more is known. */
  message?: string | undefined;
  /** Asked for on the console's own origin: no other may read the answer. */
  sameOrigin?: boolean;
}

/** Makes the gateway's own answers, in the contract's form. */
export function gatewayAnswers(maxBodyBytes: number, corsOrigin: string) {
  const responses = new Map(GATEWAY_RESPONSES(maxBodyBytes).map((response) => [response.type, response]));

  return ({ type, message, sameOrigin }: GatewayRefusal, requestId: string): GatewayAnswer => {
    const response = responses.get(type);
    if (response === undefined) throw new Error(`No gateway response is of type ${type}`);
    const { status, code, field, details, headers } = response;
    const body = JSON.stringify({
      error: {
        code,
        message: message ?? response.message,
        ...(field && { field }),
        ...(details && { details }),
      },
    });
    return {
      status,
      headers: {
        'Content-Type': 'application/json',
        'Content-Length': String(Buffer.byteLength(body)),
        'X-Request-Id': requestId,
        ...(!sameOrigin && corsHeaders(corsOrigin)),
        ...headers,
      },
      body,
    };
  };
}
