import { Duration, Fn, Stack } from 'aws-cdk-lib';
import {
  CfnManagedLoginBranding,
  ManagedLoginVersion,
  OAuthScope,
  type UserPool,
  UserPoolClient,
  UserPoolClientIdentityProvider,
  UserPoolDomain,
} from 'aws-cdk-lib/aws-cognito';
import { Construct } from 'constructs';
import { CONSOLE_SCOPE } from '../../shared/contract/console-config.ts';

/** Where people sign in, and end the provider's session. */
export class SignInDomain extends Construct {
  readonly origin: string;
  readonly domain: UserPoolDomain;

  constructor(scope: Construct, id: string, { users, stage }: { users: UserPool; stage: string }) {
    super(scope, id);
    const { stackId, region } = Stack.of(this);
    // Prefixes are taken for all of AWS in a region: the beginning of the stack's id, a UUID, makes it ours.
    const unique = Fn.select(0, Fn.split('-', Fn.select(2, Fn.split('/', stackId))));
    const domainPrefix = `vms-${stage}-${unique}`;
    this.domain = new UserPoolDomain(this, 'Domain', {
      userPool: users,
      cognitoDomain: { domainPrefix },
      managedLoginVersion: ManagedLoginVersion.NEWER_MANAGED_LOGIN,
    });
    this.origin = `https://${domainPrefix}.auth.${region}.amazoncognito.com`;
  }
}

interface ConsoleClientProps {
  users: UserPool;
  /** Origin of the console's pages. */
  console: string;
}

/**
 * The console as the user pool knows it: the one client that may ask for the console's scope, by which the authorizer recognises its
 * tokens. It has no secret: who signs in does so on Cognito's own pages, with a code that only this console's address receives.
 */
export class ConsoleClient extends Construct {
  readonly clientId: string;

  constructor(scope: Construct, id: string, { users, console }: ConsoleClientProps) {
    super(scope, id);
    const client = new UserPoolClient(this, 'Client', {
      userPool: users,
      generateSecret: false,
      // Named, since Cognito's default contains one that the rotation of refresh tokens excludes. What signs in so, past Cognito's
      // pages, gets no scope of ours.
      authFlows: { user: true },
      oAuth: {
        flows: { authorizationCodeGrant: true },
        scopes: [OAuthScope.OPENID, OAuthScope.EMAIL, OAuthScope.custom(CONSOLE_SCOPE)],
        callbackUrls: [`${console}/callback`],
        logoutUrls: [`${console}/`],
      },
      supportedIdentityProviders: [UserPoolClientIdentityProvider.COGNITO],
      preventUserExistenceErrors: true,
      enableTokenRevocation: true,
      // The shortest that has an effect: Cognito's pages keep a person signed in for an hour.
      accessTokenValidity: Duration.hours(1),
      idTokenValidity: Duration.hours(1),
      refreshTokenValidity: Duration.days(30),
      // A refresh token is used once; for a moment longer where the answer was lost on its way.
      refreshTokenRotationGracePeriod: Duration.seconds(10),
    });
    this.clientId = client.userPoolClientId;
    // Cognito's newer pages are shown to clients that have a branding.
    new CfnManagedLoginBranding(this, 'Branding', {
      userPoolId: users.userPoolId,
      clientId: this.clientId,
      useCognitoProvidedValues: true,
    });
  }
}
