import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { buttonClass } from '../components/button.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { Page, type PageAbove } from './page.tsx';

interface MissingPageProps {
  /** What is missing, in the singular: `key`. */
  name: string;
  icon: ReactNode;
  /** The page of those that there are. */
  back: PageAbove;
  /** Why there may be none. */
  children: ReactNode;
}

/** In place of a page about something that does not exist. */
export function MissingPage({ name, icon, back, children }: MissingPageProps) {
  return (
    <Page title={`${name.charAt(0).toUpperCase()}${name.slice(1)} not found`} back={back}>
      <EmptyState
        icon={icon}
        title={`There is no such ${name}`}
        actions={
          <Link to={back.to} className={buttonClass({ kind: 'primary' })}>
            Go to your {name}s
          </Link>
        }
      >
        {children}
      </EmptyState>
    </Page>
  );
}
