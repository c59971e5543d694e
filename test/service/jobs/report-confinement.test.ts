import { afterEach, expect, test, vi } from 'vitest';
import { logger } from '../../../shared/kernel/logging/logging.ts';
import { examineConfinement } from '../../../shared/media/decode/examine-confinement.ts';
import { reportConfinement } from '../../../shared/service/jobs/report-confinement.ts';

vi.mock('../../../shared/media/decode/examine-confinement.ts', () => ({ examineConfinement: vi.fn() }));
afterEach(() => vi.restoreAllMocks());

test('a worker warns when its decoders can reach something, names it, and stays quiet otherwise', async () => {
  const warn = vi.spyOn(logger, 'warn').mockImplementation(() => {});
  const info = vi.spyOn(logger, 'info').mockImplementation(() => {});
  vi.mocked(examineConfinement).mockResolvedValueOnce([]);
  await reportConfinement();
  expect(info).toHaveBeenCalledWith('decoder confined');
  expect(warn).not.toHaveBeenCalled();
  vi.mocked(examineConfinement).mockResolvedValueOnce(['network']);
  await reportConfinement();
  expect(warn).toHaveBeenCalledWith('decoder not confined', { reach: ['network'] });
});

test('a worker that can start no decoder logs it as an error, and goes on', async () => {
  const error = vi.spyOn(logger, 'error').mockImplementation(() => {});
  const cause = new Error('no shell');
  vi.mocked(examineConfinement).mockRejectedValueOnce(cause);
  await reportConfinement();
  expect(error).toHaveBeenCalledWith('no decoder can be started', { error: cause });
});
