interface PoolUser {
  readonly sub: string;
  readonly email: string;
  password: string;
  /** Whether the password is the user's own: with another one, Cognito asks for a new one first. */
  permanent: boolean;
  enabled: boolean;
  /** Sessions that are open. */
  sessions: number;
}

/** The requirements for a pool; each operation has some of it. */
interface PoolRequest {
  readonly UserPoolId: string;
  readonly Username?: string;
  readonly Password?: string;
  readonly Permanent?: boolean;
  readonly TemporaryPassword?: string;
  readonly MessageAction?: string;
  readonly PaginationToken?: string;
  readonly UserAttributes?: { Name: string; Value: string }[];
}

interface PoolAnswer {
  readonly status: 200 | 400;
  readonly body: object;
}

const PASSWORD_LENGTH = 12;

const USER_NAME = /^[\p{L}\p{M}\p{S}\p{N}\p{P}]{1,128}$/u;

const failure = (name: string, message = name): PoolAnswer => ({
  status: 400,
  body: { __type: name, message },
});

const attributesOf = ({ sub, email }: PoolUser) => [
  { Name: 'sub', Value: sub },
  { Name: 'email', Value: email },
];

const shown = ({ sub, enabled }: PoolUser) => ({
  Username: sub,
  Enabled: enabled,
  UserCreateDate: 1_790_000_000,
});

/**
 * A pool whose users sign in with their e-mail address, as far as operators change it.
 * Source: "Amazon Cognito user pools API reference",
 * https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/
 */
export class UserPool {
  users: readonly PoolUser[] = [];
  /** The addresses that Cognito has sent an invitation to. */
  readonly invited: string[] = [];
  readonly #id: string;
  readonly #pageLength: number;
  /** Users so far: a subject is never used again, as Cognito's are not. */
  #made = 0;

  constructor(id: string, { pageLength = 60 }: { pageLength?: number } = {}) {
    this.#id = id;
    this.#pageLength = pageLength;
  }

  /** @throws Error for an operation that is not known */
  answer(operation: string, request: PoolRequest): PoolAnswer {
    if (request.UserPoolId !== this.#id) return failure('ResourceNotFoundException');
    if (operation === 'AdminCreateUser') return this.#create(request);
    if (operation === 'ListUsers') return this.#list(Number(request.PaginationToken ?? 0));
    const { Username: name = '' } = request;
    if (!USER_NAME.test(name)) return failure('InvalidParameterException');
    const user = this.users.find(({ sub, email }) => sub === name || email === name);
    if (user === undefined) return failure('UserNotFoundException');
    if (operation === 'AdminGetUser')
      return { status: 200, body: { ...shown(user), UserAttributes: attributesOf(user) } };
    if (operation === 'AdminSetUserPassword') {
      const { Password = '', Permanent = false } = request;
      if (Password.length < PASSWORD_LENGTH)
        return failure('InvalidPasswordException', 'Password not long enough');
      Object.assign(user, { password: Password, permanent: Permanent });
    } else if (operation === 'AdminUserGlobalSignOut') user.sessions = 0;
    else if (operation === 'AdminDisableUser') user.enabled = false;
    else if (operation === 'AdminEnableUser') user.enabled = true;
    else if (operation === 'AdminDeleteUser') this.users = this.users.filter((other) => other !== user);
    else throw new Error(`The user pool does not know ${operation}`);
    return { status: 200, body: {} };
  }

  #create({
    Username = '',
    TemporaryPassword = '',
    MessageAction,
    UserAttributes = [],
  }: PoolRequest): PoolAnswer {
    if (!Username.includes('@')) return failure('InvalidParameterException', 'Username should be an email.');
    if (this.users.some(({ email }) => email === Username)) return failure('UsernameExistsException');
    if (TemporaryPassword.length < PASSWORD_LENGTH)
      return failure('InvalidPasswordException', 'Password not long enough');
    if (MessageAction !== 'SUPPRESS') this.invited.push(Username);
    const user = {
      sub: `sub-${this.#made++}`,
      email: UserAttributes.find(({ Name }) => Name === 'email')?.Value ?? '',
      password: TemporaryPassword,
      permanent: false,
      enabled: true,
      sessions: 0,
    };
    this.users = [...this.users, user];
    return { status: 200, body: { User: { ...shown(user), Attributes: attributesOf(user) } } };
  }

  #list(from: number): PoolAnswer {
    const to = from + this.#pageLength;
    const Users = this.users
      .slice(from, to)
      .map((user) => ({ ...shown(user), Attributes: attributesOf(user) }));
    const more = to < this.users.length ? { PaginationToken: String(to) } : {};
    return { status: 200, body: { Users, ...more } };
  }
}
