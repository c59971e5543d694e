import './zod-without-eval.ts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { CONSOLE_CONFIG_PATH, readConsoleConfig } from '../shared/contract/console-config.ts';
import { App } from './app.tsx';
import { createAppRouter } from './router.tsx';
import { createServices } from './services.ts';
import { StartFailure } from './shell/start-failure.tsx';

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
