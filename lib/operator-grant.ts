import { operators } from '../shared/contract/operators.ts';
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
