/** The protocol suite again, for clients in the process of the queues. */
import { useInProcessClients } from './client-of.ts';

useInProcessClients();
await import('./protocol.test.ts');
