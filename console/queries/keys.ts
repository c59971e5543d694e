import { queryOptions } from '@tanstack/react-query';
import { getKey, listKeys } from '../../shared/contract/routes/console/keys.ts';
import type { Services } from '../services.ts';

export const KEYS_KEY = ['keys'] as const;

export const keysQuery = ({ client }: Pick<Services, 'client'>) =>
  queryOptions({ queryKey: KEYS_KEY, queryFn: ({ signal }) => client.call(listKeys, { signal }) });

export const keyQuery = ({ client }: Pick<Services, 'client'>, keyId: string) =>
  queryOptions({
    queryKey: [...KEYS_KEY, keyId],
    queryFn: ({ signal }) => client.call(getKey, { params: { keyId }, signal }),
  });
