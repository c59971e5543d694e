import type { Logins } from '../../shared/service/erasure/erase-account.ts';
import type { UserDirectory } from '../users/user-directory.ts';

/** The names of users by their subjects. */
export const namesOf = async (directory: Pick<UserDirectory, 'list'> | null): Promise<Map<string, string>> =>
  new Map((await (directory?.list() ?? [])).map(({ subject, name }) => [subject, name]));

/** The users of a service as an erasure sees them. @param names theirs, by subject */
export const directoryLogins = (
  { issuer, delete: remove }: Pick<UserDirectory, 'issuer' | 'delete'>,
  names: ReadonlyMap<string, string>,
): Logins => ({
  issuer,
  async remove(subject) {
    const name = names.get(subject);
    if (name !== undefined) await remove(name);
  },
});
