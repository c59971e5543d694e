/**
 * Begins a direct upload and gets stuck after two parts, to be killed:
 * `node interrupted-upload.ts API_URL API_KEY FILE`. Prints the upload's id once it is stuck.
 */
import { statSync } from 'node:fs';
import { createClient } from '../../../client/client.ts';
import { uploadDirect } from '../../../client/files/upload-direct.ts';

const [, , apiUrl = '', apiKey = '', file = ''] = process.argv;
let id = '';
let parts = 0;
// Waiting for an answer that never comes keeps no process alive.
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
