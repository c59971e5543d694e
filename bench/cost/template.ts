import { App } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import cdkJson from '../../cdk.json' with { type: 'json' };
import { defineApp } from '../../lib/app.ts';
import type { ProfileName } from '../../lib/profiles.ts';
import { CONSOLE_FOLDER } from '../../test/lib/synthesized.ts';

/** The properties of all resources of a type. */
export type ResourcesOf = (type: string) => readonly Record<string, unknown>[];

/** Without one, the synth of the production profile warns. */
const alarmTopicArn = 'arn:aws:sns:us-east-1:123456789012:operators';

const kept = new Map<ProfileName, ResourcesOf>();

/** The stacks of a profile as they would be deployed; functions are not bundled. */
export function deployedResources(profile: ProfileName): ResourcesOf {
  const resources = kept.get(profile) ?? synthesizedResources(profile);
  kept.set(profile, resources);
  return resources;
}

function synthesizedResources(profile: ProfileName): ResourcesOf {
  const app = new App({
    context: { ...cdkJson.context, 'aws:cdk:bundling-stacks': [], profile, alarmTopicArn },
    builtinCloudFormationValidation: false,
  });
  const templates = Object.values(defineApp(app, { consoleFolder: CONSOLE_FOLDER })).map((stack) =>
    Template.fromStack(stack),
  );
  return (type) =>
    templates.flatMap((template) =>
      Object.values(
        template.findResources(type) as Record<string, { Properties: Record<string, unknown> }>,
      ).map(({ Properties }) => Properties),
    );
}
