import { Logger } from '@aws-lambda-powertools/logger';

export const SERVICE_NAME = 'video-metadata';

/** Structured log lines; secrets and presigned addresses are never handed to it. */
export const logger = new Logger({ serviceName: SERVICE_NAME });
