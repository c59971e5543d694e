import { beforeNext } from '../faults/before-next.ts';

/** Makes the next finish of a job fail: its segments stay complete, and a message asks for the finish. */
export const failNextFinish = (): void => {
  beforeNext(
    ({ command, input }) => command === 'UpdateItemCommand' && JSON.stringify(input).includes('"finishing"'),
    () => Promise.reject(new Error('The finish was made to fail')),
  );
};
