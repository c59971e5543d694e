import { useEffect } from 'react';
import { useServices } from '../services.ts';
import { onSignOutElsewhere } from './other-tabs.ts';

/** Ends the session of this tab when its person signs out in another. */
export function SignOutElsewhere() {
  const { session } = useServices();
  useEffect(
    () =>
      onSignOutElsewhere(({ issuer, subject }) => {
        const { identity } = session.state;
        if (identity?.issuer !== issuer || identity.subject !== subject) return;
        session.signOut();
        window.location.replace('/');
      }),
    [session],
  );
  return null;
}
