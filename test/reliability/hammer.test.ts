import { expect, test } from 'vitest';
import { httpServer } from '../client/http-server.ts';
import { hammer } from '../support/service/hammer.ts';

/** Callers that expect 200 from a service that answers `statuses` in turn and then is killed, or crashes. */
async function hammered(statuses: number[], end: 'killed' | 'broken down'): Promise<void> {
  let killed = false;
  await using server = await httpServer((request, response) => {
    const status = statuses.shift();
    killed ||= status === undefined && end === 'killed';
    if (status === undefined) request.socket.destroy();
    else response.writeHead(status).end();
  });
  await hammer({ isKilled: () => killed }, 3, async () => {
    expect((await fetch(server.url)).status).toBe(200);
  });
}

test('callers go on until the service is killed', async () => {
  await expect(hammered(Array(20).fill(200), 'killed')).resolves.toBeUndefined();
});

test('a single 500 among many answers is reported', async () => {
  await expect(hammered([...Array(10).fill(200), 500, ...Array(10).fill(200)], 'killed')).rejects.toThrow(
    'expected 500 to be 200',
  );
});

test('a service that crashes is reported', async () => {
  await expect(hammered(Array(20).fill(200), 'broken down')).rejects.toThrow('fetch failed');
});
