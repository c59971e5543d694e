import { useQuery } from '@tanstack/react-query';
import { accountQuery } from '../queries/account.ts';
import { useServices } from '../services.ts';

/** Who has made something: several people may work in an account. @param id of their identity */
export function ByPerson({ id }: { id: string }) {
  const { data: account } = useQuery(accountQuery(useServices()));
  if (account === undefined) return null;
  return id === account.identity.id ? 'by you' : 'by somebody else who works in this account';
}
