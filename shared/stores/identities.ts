import type { Identity, IdentityName } from '../domain/identity/identity.ts';
import { uuidv7 } from '../domain/ids.ts';
import type { Environment } from '../kernel/runtime/environment.ts';
import { isoNow } from '../kernel/runtime/runtime.ts';
import { tableName } from './dynamodb/client.ts';
import { assignments, condition, defaults, type Expression, update, where } from './dynamodb/expression.ts';
import { getItem, type Item, scanItems } from './dynamodb/read.ts';
import { putItem, updateItem } from './dynamodb/write.ts';
import { storeFactory } from './store-factory.ts';

/** Each change is visible to the next request: identities are read consistently, by their names. */
interface Identities {
  find(name: IdentityName): Promise<Identity | null>;
  /** Makes an identity, which is given an account of its own; the one that stands where there is one. */
  create(name: IdentityName): Promise<Identity>;
  /** Notes that the account of an identity is stored. */
  noteAccount(identity: Identity): Promise<void>;
  /** Ends the sessions that have begun; null where there is no such identity. */
  endSessions(name: IdentityName): Promise<Identity | null>;
  /** Every identity. Reads the whole table. */
  list(): AsyncGenerator<Identity>;
  /** Points an identity to an account that is there; the identity is made where there is none of that name. */
  link(name: IdentityName, accountId: string): Promise<Identity>;
  /**
   * Shuts a person out, and ends the sessions that have begun: they stay over when the person is enabled. The identity is made
   * where there is none of that name: a token that was given before may be used for the first time afterwards.
   */
  disable(name: IdentityName): Promise<Identity>;
  /**
   * Forgets the account of a person, whom it shuts out for good: their tokens may be valid for some time, and the first use of one
   * would make an identity.
   */
  forget(name: IdentityName): Promise<void>;
  /** null where there is no such identity. */
  enable(name: IdentityName): Promise<Identity | null>;
}

/** An issuer has no fragment (OpenID Connect Discovery 1.0, section 3), so that no two names have one key. */
const keyOf = ({ issuer, subject }: IdentityName): { identityKey: string } => ({
  identityKey: `${issuer}#${subject}`,
});

const toIdentity = ({ identityKey: _, ...identity }: Item): Identity => identity as unknown as Identity;

const orNull = (item: Item | null): Identity | null => item && toIdentity(item);

function openIdentities(environment: Environment): Identities {
  const table = tableName(environment, 'identities');
  const { runtime } = environment;

  const find = async (name: IdentityName): Promise<Identity | null> =>
    orNull(await getItem(table, keyOf(name)));

  const change = async (name: IdentityName, to: Expression): Promise<Identity | null> =>
    orNull(await updateItem(table, keyOf(name), to, { when: condition`attribute_exists(identityKey)` }));

  const newIdentity = ({ issuer, subject }: IdentityName): Identity => ({
    issuer,
    subject,
    identityId: uuidv7(runtime),
    accountId: uuidv7(runtime),
    hasAccount: false,
    createdAt: isoNow(runtime),
    disabledAt: null,
    signedOutAt: null,
  });

  /** Changes an identity; where there is none of that name it is made. */
  const set = async (name: IdentityName, to: Partial<Identity>): Promise<Identity> => {
    const others = Object.entries(newIdentity(name)).filter(([member]) => !(member in to));
    const changes = update`SET ${assignments(to)}, ${defaults(Object.fromEntries(others))}`;
    return toIdentity((await updateItem(table, keyOf(name), changes)) as Item);
  };

  return {
    find,

    async create(name) {
      const identity = newIdentity(name);
      const isNew = condition`attribute_not_exists(identityKey)`;
      await putItem(table, { ...keyOf(name), ...identity }, isNew);
      return (await find(name)) ?? identity;
    },

    async noteAccount({ accountId, ...name }) {
      // Not of an identity that an operator has pointed to another account meanwhile.
      await updateItem(table, keyOf(name), update`SET hasAccount = ${true}`, {
        when: condition`accountId = ${accountId}`,
      });
    },

    endSessions: (name) => change(name, update`SET signedOutAt = ${isoNow(runtime)}`),

    async *list() {
      for await (const item of scanItems(table, where`attribute_exists(identityKey)`)) yield toIdentity(item);
    },

    link: (name, accountId) => set(name, { accountId, hasAccount: true }),

    disable(name) {
      const now = isoNow(runtime);
      return set(name, { disabledAt: now, signedOutAt: now });
    },

    async forget(name) {
      const now = isoNow(runtime);
      await putItem(table, { ...keyOf(name), ...newIdentity(name), disabledAt: now, signedOutAt: now });
    },

    enable: (name) => change(name, update`SET disabledAt = ${null}`),
  };
}

/** Identifies who has signed in. */
export const openIdentityLookup = storeFactory(
  'identityLookup',
  (environment): Pick<Identities, 'find' | 'create' | 'noteAccount'> => openIdentities(environment),
);

/** What ends the sessions of a person. */
export const openIdentitySessions = storeFactory(
  'identitySessions',
  (environment): Pick<Identities, 'endSessions'> => openIdentities(environment),
);

/** What operators do with identities. */
export const openIdentityAdministration = storeFactory(
  'identityAdministration',
  (environment): Pick<Identities, 'find' | 'list' | 'link' | 'disable' | 'enable' | 'endSessions'> =>
    openIdentities(environment),
);

/** What shuts out the people of an account that is erased. */
export const openIdentityErasure = storeFactory(
  'identityErasure',
  (environment): Pick<Identities, 'list' | 'disable' | 'forget'> => openIdentities(environment),
);
