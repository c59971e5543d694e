import { signOutEverywhere } from '../../shared/contract/routes/console/sessions.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { openIdentitySessions } from '../../shared/stores/identities.ts';

export const handler = endpoint(
  signOutEverywhere,
  { sessions: openIdentitySessions },
  async ({ principal }, { sessions }) => {
    await sessions.endSessions(principal);
    return { body: { success: true } };
  },
);
