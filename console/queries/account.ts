import { queryOptions } from '@tanstack/react-query';
import { getAccount } from '../../shared/contract/routes/console/account.ts';
import type { Services } from '../services.ts';

export const accountQuery = ({ client }: Pick<Services, 'client'>) =>
  queryOptions({ queryKey: ['account'], queryFn: ({ signal }) => client.call(getAccount, { signal }) });
