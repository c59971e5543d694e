import { union } from '../shared/needs/need.ts';
import { STORE_NEEDS, type StoreName } from '../shared/needs/store-needs.ts';

/** The stores that operators' commands open: those of `OPERATOR_STORES`. */
export const OPERATOR_OPENS: readonly StoreName[] = [
  'keyAdministration',
  'keyQuota',
  'keyPlaces',
  'accounts',
  'identityAdministration',
  'accountUse',
  'failedVideos',
  'ownedVideos',
  'failedJobs',
  'jobQuota',
  'mediaFiles',
  'ingestQueue',
  'detectionQueue',
  'parkedMessages',
];

/** What operators' commands may do besides reading the stack's outputs. */
export const OPERATOR_GRANT = union(...OPERATOR_OPENS.map((name) => STORE_NEEDS[name]), {
  // A retry looks whether the file is there, and plans a job by the frame index.
  objects: { uploads: ['GetObject'], documents: ['GetObject'] },
  listsObjects: true,
});

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
