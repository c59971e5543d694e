/** The protocol suites again, for clients in the process of the server. */
import { useInProcessClients } from './fixture.ts';

useInProcessClients();
await import('./protocol.test.ts');
await import('./protocol-content.test.ts');
await import('./protocol-multipart.test.ts');
