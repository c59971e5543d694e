import { expect, test, vi } from 'vitest';
import * as modelStore from '../../../shared/inference/models/model-store.ts';
import { tryInstallation } from '../../../shared/service/detection/try-installation.ts';

test('an installation with all its parts decodes a frame and shows it to the built-in model', async () => {
  await expect(tryInstallation()).resolves.toBeUndefined();
});

test('a missing model is reported', async () => {
  vi.spyOn(modelStore, 'locateModel').mockResolvedValue(null);
  await expect(tryInstallation()).rejects.toThrow('ssdlite-mobilenet-v2.onnx is missing');
});
