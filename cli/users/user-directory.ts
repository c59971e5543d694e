/** A user as the identity provider keeps them. */
export interface DirectoryUser {
  /** `sub` of the user's tokens: stays the same for good and is given to nobody else. */
  subject: string;
  /** What the user signs in with. */
  name: string;
  /** ISO 8601. */
  createdAt: string;
  /** Whether the user may sign in. */
  enabled: boolean;
}

/** The provider takes no such password; the message says what it asks for. */
export class PasswordRefused extends Error {}

/**
 * Those who may sign in, where their passwords are: the service's own tables know identities only. Methods that name a
 * user answer null where there is none.
 */
export interface UserDirectory {
  /** Issuer of the users' tokens: with the subject it names the identity. */
  readonly issuer: string;
  /** All of them, by name. */
  list(): Promise<DirectoryUser[]>;
  find(name: string): Promise<DirectoryUser | null>;
  /**
   * @returns null where the name is taken
   * @throws PasswordRefused
   */
  create(name: string, password: string): Promise<DirectoryUser | null>;
  /**
   * Ends the user's sessions, too.
   * @throws PasswordRefused
   */
  setPassword(name: string, password: string): Promise<DirectoryUser | null>;
  /** Who is disabled cannot sign in, and their sessions are over. */
  setEnabled(name: string, enabled: boolean): Promise<DirectoryUser | null>;
  delete(name: string): Promise<DirectoryUser | null>;
}
