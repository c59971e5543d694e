import { startConsoleBuild } from './build/console-build.ts';
import { builtConsole } from './built-console.ts';
import { type LocalConsole, type LocalConsoleOptions, openLocalConsole } from './local-console.ts';

interface StartConsoleOptions extends Omit<LocalConsoleOptions, 'files'> {
  /** Origin of presigned addresses. */
  mediaOrigin: string;
  environment: Readonly<Record<string, string | undefined>>;
  /** Called with a sentence when the console cannot be built. */
  onWarning: (message: string) => void;
}

export interface StartedConsole extends LocalConsole {
  /** Gives up a build that is going on, so that no page waits for it. */
  stopBuild: () => void;
}

/** Opens the console, and begins to build its pages where no build of these sources is kept. */
export async function startConsole(options: StartConsoleOptions): Promise<StartedConsole> {
  const { mediaOrigin, environment, onWarning, ...rest } = options;
  const build = startConsoleBuild({
    environment,
    onFailure: (reason) => onWarning(`The console could not be built; the API works without it. ${reason}`),
  });
  const local = await openLocalConsole({ ...rest, files: builtConsole({ build, mediaOrigin }) });
  return {
    ...local,
    stopBuild: build.stop,
    async close() {
      await build.done;
      await local.close();
    },
  };
}
