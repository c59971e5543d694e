/**
 * Begins a direct upload and hangs after two parts, so that a test can kill it:
 * `node interrupted-upload.ts API_URL API_KEY FILE`. Prints the upload's id once it hangs.
 */
import { statSync } from 'node:fs';
import { createClient } from '../../../client/client.ts';
import { uploadDirect } from '../../../client/files/upload-direct.ts';

const [, , apiUrl = '', apiKey = '', file = ''] = process.argv;
let id = '';
let parts = 0;
// A pending promise alone does not keep the process alive.
setInterval(() => {}, 60_000);
await uploadDirect({
  client: createClient({ apiUrl, apiKey }),
  file,
  size: statSync(file).size,
  parallel: 1,
  onBegin: (begun) => {
    id = begun;
  },
  fetch: async (url, init) => {
    if (parts++ < 2) return fetch(url, init);
    console.log(id);
    return new Promise(() => {});
  },
});
