import '../../../../zod-without-eval.ts';
import { DocumentDesk } from './document-desk.ts';
import { answerCalls } from './worker-calls.ts';

answerCalls(self, new DocumentDesk());
