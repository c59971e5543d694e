import type { Audience } from '../../shared/contract/audience.ts';
import { corsHeaders, GATEWAY_RESPONSES, REFUSED_TOKEN } from '../../shared/contract/gateway-responses.ts';

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
  /** Whose API was asked. The console's is on its own origin: no other may read the answer. */
  audience?: Audience;
}

/** Makes the gateway's own answers, in the contract's form. */
export function gatewayAnswers(maxBodyBytes: number, corsOrigin: string) {
  const responses = new Map(GATEWAY_RESPONSES(maxBodyBytes).map((response) => [response.type, response]));

  return ({ type, message, audience }: GatewayRefusal, requestId: string): GatewayAnswer => {
    const isConsole = audience === 'console';
    const response = responses.get(type);
    if (response === undefined) throw new Error(`No gateway response is of type ${type}`);
    const { status, code, field, details, headers } = response;
    const body = JSON.stringify({
      error: {
        code,
        message: message ?? (isConsole && status === 401 ? REFUSED_TOKEN : response.message),
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
        ...(!isConsole && corsHeaders(corsOrigin)),
        ...headers,
      },
      body,
    };
  };
}
