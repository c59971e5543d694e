import type { MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { ApiError, BUSY_SECONDS } from '../contract/errors.ts';
import type { Route } from '../contract/route.ts';
import { logger } from '../kernel/logging/logging.ts';
import { requestFields } from './request-log.ts';

/** Turns every error into the contract's body. An unexpected error is logged, and its message stays in the log. */
export const errorAnswers = (route: Route): MiddlewareObj<APIGatewayProxyEvent, APIGatewayProxyResult> => ({
  onError: (request) => {
    const { error, event } = request;
    const known = error instanceof ApiError && error.code !== 'INTERNAL_ERROR';
    if (!known) logger.error('request failed', { ...requestFields(route, event), error: error as Error });
    const answer = known ? error : new ApiError('INTERNAL_ERROR', 'Something went wrong on our side.');
    request.response = {
      statusCode: answer.status,
      headers: {
        'Content-Type': 'application/json',
        ...(answer.code === 'DOCUMENT_BUSY' && { 'Retry-After': String(BUSY_SECONDS) }),
      },
      body: JSON.stringify(answer.toBody()),
    };
  },
});
