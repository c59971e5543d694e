import { afterFile } from '../service/after-file.ts';
import { startXrayDaemon, type XrayDaemon } from './xray-daemon.ts';

/** Has this process, as a function of Lambda, a daemon of X-Ray beside it in the tests of this file. */
export async function provideDaemon(): Promise<XrayDaemon> {
  const daemon = await startXrayDaemon();
  process.env.AWS_XRAY_DAEMON_ADDRESS = daemon.address;
  afterFile(async () => {
    delete process.env.AWS_XRAY_DAEMON_ADDRESS;
    await daemon.close();
  });
  return daemon;
}
