/** Keys through which a careless merge reaches `Object.prototype`. */
const FORBIDDEN_KEYS: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

export const isForbiddenKey = (key: string): boolean => FORBIDDEN_KEYS.has(key);
