import './zod-without-eval.ts';
import { CloudOff } from 'lucide-react';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { CONSOLE_CONFIG_PATH, readConsoleConfig } from '../shared/contract/console-config.ts';
import { App } from './app.tsx';
import { Button } from './components/button.tsx';
import { EmptyState } from './components/empty-state.tsx';
import { reasonOf } from './components/failure-notice.tsx';
import { createAppRouter } from './router.tsx';
import { createServices } from './services.ts';
import { BarePage } from './shell/bare-page.tsx';

/** The first page replaces the static frame of index.html when it is ready, so that nothing moves. */
async function start(): Promise<React.ReactNode> {
  try {
    const response = await fetch(CONSOLE_CONFIG_PATH);
    if (!response.ok) throw new Error(`${CONSOLE_CONFIG_PATH} was answered with ${response.status}`);
    const services = createServices(readConsoleConfig(await response.json()));
    const router = createAppRouter(services);
    await router.load();
    return <App services={services} router={router} />;
  } catch (error) {
    return <StartFailure error={error} />;
  }
}

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');
createRoot(root).render(<StrictMode>{await start()}</StrictMode>);

/** Stands in place of the console when it cannot begin: without its configuration, or without the identity provider. */
function StartFailure({ error }: { error: unknown }) {
  return (
    <BarePage>
      <EmptyState
        icon={<CloudOff size={22} />}
        title="The console could not start"
        actions={
          <Button kind="primary" onClick={() => window.location.reload()}>
            Try again
          </Button>
        }
      >
        <p role="alert">{reasonOf(error)}</p>
      </EmptyState>
    </BarePage>
  );
}
