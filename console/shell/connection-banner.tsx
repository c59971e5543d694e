import { Hourglass, ServerCrash, WifiOff } from 'lucide-react';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useServices } from '../services.ts';
import styles from './connection-banner.module.css';
import type { Lasting } from './lasting.ts';

function subscribeOnline(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

/** Says that the browser is offline, or that the service refuses requests for now or fails to answer them. */
export function ConnectionBanner() {
  const isOnline = useSyncExternalStore(subscribeOnline, () => navigator.onLine);
  const { rateLimit, trouble } = useServices();
  const seconds = useSecondsLeft(rateLimit);
  const isTroubled = useSecondsLeft(trouble) > 0;
  return (
    <div role="status">
      {!isOnline && (
        <p className={styles.banner}>
          <WifiOff size={14} aria-hidden="true" />
          You are offline. The page may be out of date; changes are saved when you are online.
        </p>
      )}
      {isOnline && seconds > 0 && (
        <p className={styles.banner}>
          <Hourglass size={14} aria-hidden="true" />
          {/* The number is not announced every second. */}
          <span>
            Too many requests; going on by itself <span aria-hidden="true">in {seconds} s</span>
          </span>
        </p>
      )}
      {isOnline && seconds === 0 && isTroubled && (
        <p className={styles.banner}>
          <ServerCrash size={14} aria-hidden="true" />
          The service does not answer as it should; trying again.
        </p>
      )}
    </div>
  );
}

/** For how many seconds it still lasts. */
function useSecondsLeft(lasting: Lasting): number {
  const until = useSyncExternalStore(
    (listener) => lasting.subscribe(listener),
    () => lasting.until,
  );
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    setNow(Date.now());
    if (until < Date.now()) return;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [until]);
  return until > now ? Math.ceil((until - now) / 1000) : 0;
}
