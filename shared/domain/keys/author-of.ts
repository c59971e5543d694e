import type { VersionAuthor } from '../../contract/schemas/metadata.ts';
import type { Principal } from './principal.ts';

/** How a caller is named in what they have made. */
export const authorOf = (principal: Principal): VersionAuthor =>
  principal.kind === 'key'
    ? { kind: 'key', id: principal.keyId, name: principal.keyName }
    : { kind: 'person', id: principal.identityId };
