import { config } from 'zod';

// Zod tries `new Function` when a schema is made, which the content security policy reports. Import this before every schema.
config({ jitless: true });
