export const DAY_SECONDS = 24 * 60 * 60;

/**
 * The attribute after which DynamoDB may drop an item: whole seconds since the epoch.
 * @param now milliseconds since the epoch
 */
export const expiryAfter = (now: number, seconds: number): number => Math.ceil(now / 1000) + seconds;
