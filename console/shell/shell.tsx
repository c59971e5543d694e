import { Outlet, useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useSession } from '../services.ts';
import { DropZone } from '../uploads/drop-zone.tsx';
import { UploadTray } from '../uploads/upload-tray.tsx';
import { ConnectionBanner } from './connection-banner.tsx';
import { LeaveQuestion } from './leave-question.tsx';
import { Rail } from './rail.tsx';
import styles from './shell.module.css';
import { SignedOutPage } from './signed-out-page.tsx';
import { useKeptFocus } from './use-kept-focus.ts';

/** The frame of the pages, while somebody is signed in. */
export function Shell() {
  const { identity } = useSession();
  if (identity === null) return <SignedOutPage />;
  return (
    <LeaveQuestion>
      <Frame />
    </LeaveQuestion>
  );
}

/** Skip link, rail, and the place of the page, which takes the focus on navigation, or the field that its form begins with. */
function Frame() {
  const router = useRouter();
  const main = useRef<HTMLElement>(null);
  useKeptFocus(main);

  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
        if (fromLocation === undefined || !pathChanged) return;
        const first = main.current?.querySelector<HTMLElement>('[data-first-field]');
        (first ?? main.current)?.focus({ preventScroll: true });
      }),
    [router],
  );

  return (
    <>
      <a className={styles.skip} href="#main">
        Skip to content
      </a>
      <Rail />
      <main className={styles.main} id="main" tabIndex={-1} ref={main}>
        <ConnectionBanner />
        <Outlet />
      </main>
      <UploadTray />
      <DropZone />
    </>
  );
}
