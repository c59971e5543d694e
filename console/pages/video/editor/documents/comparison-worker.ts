import { DocumentComparison } from './document-comparison.ts';
import { answerCalls } from './worker-calls.ts';

answerCalls(self, new DocumentComparison());
