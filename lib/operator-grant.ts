import { accountExport } from '../shared/contract/account-export.ts';
import { erasure } from '../shared/contract/erasure.ts';
import type { Prefix } from '../shared/contract/needs/need.ts';
import { operators } from '../shared/contract/operators.ts';
import { MEDIA_BUCKET } from '../shared/contract/resources.ts';
import { grantOf } from './grants.ts';

/** What operators' commands may do besides reading the stack's outputs. */
export const OPERATOR_GRANT = grantOf(operators);

/** What they call of the user pool: `cli/users/cognito-users.ts`. */
export const OPERATOR_USER_POOL_ACTIONS = [
  'AdminCreateUser',
  'AdminDeleteUser',
  'AdminDisableUser',
  'AdminEnableUser',
  'AdminGetUser',
  'AdminSetUserPassword',
  'AdminUserGlobalSignOut',
  'ListUsers',
] as const;

/** What an export of an account may do besides that. */
export const EXPORT_GRANT = grantOf(accountExport);

/** What an erasure may do besides that. */
export const ERASURE_GRANT = grantOf(erasure);

/** Where an erasure removes versions of objects. */
export const ERASED_PREFIXES = Object.keys(MEDIA_BUCKET.prefixes) as Prefix[];
