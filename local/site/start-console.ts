import { startConsoleBuild } from './build/console-build.ts';
import { builtConsole } from './built-console.ts';
import { type LocalConsole, type LocalConsoleOptions, openLocalConsole } from './local-console.ts';
import { sourceConsole } from './source-console.ts';

interface StartConsoleOptions extends Omit<LocalConsoleOptions, 'files'> {
  /** Origin of presigned addresses. */
  mediaOrigin: string;
  environment: Readonly<Record<string, string | undefined>>;
  /** Whether pages come from the sources as they are, and follow their changes; else they are built. */
  fromSources: boolean;
  /** Called with a sentence when the console cannot be built. */
  onWarning: (message: string) => void;
}

interface StartedConsole extends LocalConsole {
  /** Gives up a build that is going on, so that no page waits for it. */
  stopBuild: () => void;
}

/** Where pages come from. */
type Pages = Pick<LocalConsoleOptions, 'files'> & Pick<StartedConsole, 'stopBuild' | 'close'>;

/** Opens the console with its pages. */
export async function startConsole(options: StartConsoleOptions): Promise<StartedConsole> {
  const { mediaOrigin, environment, fromSources, onWarning, ...rest } = options;
  const pages = fromSources ? await pagesOfSources(options) : builtPages(options);
  const local = await openLocalConsole({ ...rest, files: pages.files });
  return {
    ...local,
    stopBuild: pages.stopBuild,
    async close() {
      await pages.close();
      await local.close();
    },
  };
}

/** Begins to build the pages where no build of these sources is kept. */
function builtPages({ mediaOrigin, environment, onWarning }: StartConsoleOptions): Pages {
  const build = startConsoleBuild({
    environment,
    onFailure: (reason) => onWarning(`The console could not be built; the API works without it. ${reason}`),
  });
  return { files: builtConsole({ build, mediaOrigin }), stopBuild: build.stop, close: () => build.done };
}

async function pagesOfSources({ mediaOrigin }: StartConsoleOptions): Promise<Pages> {
  const files = await sourceConsole({ mediaOrigin });
  return { files, stopBuild: () => undefined, close: files.close };
}
