import { useEffect } from 'react';
import { endSession, useServices } from '../services.ts';
import { onSignOutElsewhere } from './other-tabs.ts';

/**
 * Ends the session of this tab when its person signs out in another: with its uploads, as the person may stay where the browser asks, and
 * with what it has written since the other tab removed everything.
 */
export function SignOutElsewhere() {
  const services = useServices();
  useEffect(
    () =>
      onSignOutElsewhere(({ issuer, subject }) => {
        const { identity } = services.session.state;
        if (identity?.issuer !== issuer || identity.subject !== subject) return;
        endSession(services);
        window.location.replace('/');
      }),
    [services],
  );
  return null;
}
