import { logger } from '../../kernel/logging/logging.ts';
import { examineConfinement } from '../../media/decode/examine-confinement.ts';

/** Tries out what decoders can reach on this platform, and logs it (docs/confinement.md). */
export async function reportConfinement(): Promise<void> {
  try {
    const reach = await examineConfinement();
    if (reach.length === 0) logger.info('decoder confined');
    else logger.warn('decoder not confined', { reach });
  } catch (error) {
    logger.error('no decoder can be started', { error: error as Error });
  }
}
