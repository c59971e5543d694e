import { Hourglass, WifiOff } from 'lucide-react';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useServices } from '../services.ts';
import styles from './connection-banner.module.css';

function subscribeOnline(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

/** Says that the browser is offline, or that the service refuses requests for now. */
export function ConnectionBanner() {
  const isOnline = useSyncExternalStore(subscribeOnline, () => navigator.onLine);
  const seconds = useSecondsRefused();
  return (
    <div role="status">
      {!isOnline && (
        <p className={styles.banner}>
          <WifiOff size={14} aria-hidden="true" />
          You are offline. What is shown may be old.
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
    </div>
  );
}

/** For how long requests are still refused. */
function useSecondsRefused(): number {
  const { rateLimit } = useServices();
  const until = useSyncExternalStore(
    (listener) => rateLimit.subscribe(listener),
    () => rateLimit.until,
  );
  const [now, setNow] = useState(Date.now);
  const isRefused = until > now;
  useEffect(() => {
    setNow(Date.now());
    if (until < Date.now()) return;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [until]);
  return isRefused ? Math.ceil((until - now) / 1000) : 0;
}
