import { Link } from '@tanstack/react-router';
import type { ConsoleKey } from '../../../shared/contract/schemas/console/key.ts';
import { buttonClass } from '../../components/button.tsx';
import { useServices } from '../../services.ts';
import { SecretPage } from '../../shell/secret-page.tsx';
import { callSamples } from './call-samples.ts';

/** Shows the secret of a new key, which is not stored anywhere and goes with this step. */
export function SecretStep({ apiKey, secret }: { apiKey: ConsoleKey; secret: string }) {
  const { config } = useServices();
  // Who the key is may be asked with whatever it permits.
  const path = apiKey.scopes.includes('project:read') ? '/api/videos' : '/api/v1/whoami';
  return (
    <SecretPage
      title={`Save the secret of ${apiKey.name}`}
      back={{ to: '/keys', label: 'API keys' }}
      secret={secret}
      loss="The secret was not copied, and cannot be shown again. Without it nothing can use the key: you would have to revoke it and create another one."
      samplesTitle="Try it"
      samples={callSamples(`${config.publicApi}${path}`, secret)}
    >
      {apiKey.replaces === null ? (
        <Link to="/keys" className={buttonClass({ kind: 'primary' })} ignoreBlocker>
          I have saved it
        </Link>
      ) : (
        <Link
          to="/keys/$keyId"
          params={{ keyId: apiKey.replaces }}
          className={buttonClass({ kind: 'primary' })}
          ignoreBlocker
        >
          I have saved it: go on to the old key
        </Link>
      )}
    </SecretPage>
  );
}
