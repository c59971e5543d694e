import { parseArgs } from 'node:util';

/** What a deployment was asked to do. */
export interface DeployArguments {
  readonly stage: string;
  /** Settings, as `cdk synth` takes them. */
  readonly settings: readonly string[];
  /** Everything else, for every `cdk deploy`. */
  readonly others: readonly string[];
  /** Whether the data stack is left as it is: an older release is deployed over a newer one. */
  readonly keepsData: boolean;
  /** Whether CloudFront and the web ACL get another secret. */
  readonly rotatesSecrets: boolean;
  /** Minutes during which alarms roll the service back once it is deployed; null: they do not at all. */
  readonly watchMinutes: number | null;
}

export class UnusableArguments extends Error {}

/** As long as an alarm on five minutes needs to be raised, and a deployment may wait. CloudFormation watches three hours at most. */
const DEFAULT_MINUTES = 15;
const MOST_MINUTES = 180;

/** @throws UnusableArguments */
export function parseDeployArguments(args: readonly string[]): DeployArguments {
  const settings: string[] = [];
  const others: string[] = [];
  const given = new Map<string, string>();
  let keepsData = false;
  let rotatesSecrets = false;
  let isWatched = true;
  let minutes = DEFAULT_MINUTES;
  const { tokens } = parseArgs({
    args: [...args],
    options: { context: { type: 'string', short: 'c', multiple: true }, 'watch-minutes': { type: 'string' } },
    strict: false,
    tokens: true,
  });
  /** Short options that are written together are several tokens in one place. */
  const passed = new Set<number>();
  for (const token of tokens) {
    if (token.kind === 'option' && token.name === 'context') {
      const [, name = '', value = ''] = /^([^=]*)=(.*)$/s.exec(token.value ?? '') ?? [];
      if (name === '') throw new UnusableArguments('-c needs a setting: -c stage=prod');
      given.set(name, value);
      settings.push('-c', `${name}=${value}`);
    } else if (token.kind === 'option' && token.name === 'watch-minutes') {
      minutes = Number(token.value);
      if (!Number.isInteger(minutes) || minutes < 1 || minutes > MOST_MINUTES)
        throw new UnusableArguments(`--watch-minutes must be from 1 to ${MOST_MINUTES}`);
    } else if (token.kind === 'option' && token.name === 'keep-data') keepsData = true;
    else if (token.kind === 'option' && token.name === 'rotate-secrets') rotatesSecrets = true;
    else if (token.kind === 'option' && token.name === 'unwatched') isWatched = false;
    else if (token.kind !== 'option-terminator' && !passed.has(token.index)) {
      passed.add(token.index);
      others.push(args[token.index] ?? '');
    }
  }
  return {
    stage: given.get('stage') ?? 'dev',
    settings,
    others,
    keepsData,
    rotatesSecrets,
    watchMinutes: isWatched ? minutes : null,
  };
}
