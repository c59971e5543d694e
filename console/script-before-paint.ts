import type { Plugin } from 'vite';

/**
 * Puts a script into the page that runs before the first paint, named by its content like every other asset. Vite bundles
 * modules only, which run later, and the content security policy allows no inline script.
 * @param file its path from Vite's root
 */
export function scriptBeforePaint(file: string): Plugin {
  const TITLE_ENDS = '</title>';
  let source = '';
  return {
    name: 'script-before-paint',
    async configResolved({ root, command }) {
      // Vite's own server serves sources where they lie.
      if (command === 'serve') source = `/${file}`;
      else source = `${root}/${file}`;
    },
    async buildStart() {
      if (source === `/${file}`) return;
      this.addWatchFile(source);
      this.emitFile({
        type: 'asset',
        name: file.slice(file.lastIndexOf('/') + 1),
        originalFileName: file,
        source: await this.fs.readFile(source, { encoding: 'utf8' }),
      });
    },
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        const asset = Object.values(bundle ?? {}).find(
          (output) => output.type === 'asset' && output.originalFileNames.includes(file),
        );
        const address = asset === undefined ? source : `/${asset.fileName}`;
        return html.replace(TITLE_ENDS, `${TITLE_ENDS}\n    <script src="${address}"></script>`);
      },
    },
  };
}
