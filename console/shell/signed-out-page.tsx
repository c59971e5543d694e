import { LogOut } from 'lucide-react';
import { useEffect } from 'react';
import { buttonClass } from '../components/button.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { BarePage } from './bare-page.tsx';

/**
 * In place of the frame once its session is over, until the browser has left for the provider: nothing of the person stays in view,
 * also not in what the browser keeps of the page. Who comes back to it is led to where one signs in.
 */
export function SignedOutPage() {
  useEffect(() => {
    const leave = ({ persisted }: PageTransitionEvent): void => {
      if (persisted) window.location.replace('/');
    };
    window.addEventListener('pageshow', leave);
    return () => window.removeEventListener('pageshow', leave);
  }, []);

  return (
    <BarePage title="Signed out">
      <EmptyState
        icon={<LogOut size={22} />}
        title="You have signed out"
        actions={
          <a href="/" className={buttonClass({ kind: 'primary' })}>
            Go to the first page
          </a>
        }
      >
        Nothing of your session is left in this browser.
      </EmptyState>
    </BarePage>
  );
}
