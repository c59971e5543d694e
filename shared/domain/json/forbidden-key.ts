/**
 * The key through which a careless merge, here or in a program that reads documents, replaces the prototype of an object. Objects keep
 * every other one, `constructor` and `prototype` too: where `__proto__` cannot be set, nothing inherited is reached by assigning.
 */
const FORBIDDEN_KEY = '__proto__';

export const isForbiddenKey = (key: string): boolean => key === FORBIDDEN_KEY;
