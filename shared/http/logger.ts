import { Logger } from '@aws-lambda-powertools/logger';

/** Structured log lines; secrets and presigned addresses are never handed to it. */
export const logger = new Logger({ serviceName: 'video-metadata' });
