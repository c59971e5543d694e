import { logger } from '../../kernel/logging/logging.ts';
import { examineConfinement } from '../../media/decode/examine-confinement.ts';

/** Logs what decoders can reach where this runs, which is tried out: nobody says it of every platform (docs/confinement.md). */
export async function reportConfinement(): Promise<void> {
  try {
    const reach = await examineConfinement();
    if (reach.length === 0) logger.info('decoder confined');
    else logger.warn('decoder not confined', { reach });
  } catch (error) {
    logger.error('no decoder can be started', { error: error as Error });
  }
}
