import { answerCalls } from '../editor/documents/worker-calls.ts';
import { VideoAnswer } from './video-answer.ts';

answerCalls(self, new VideoAnswer());
