import type { TemplateResource } from './stacks.ts';

/** Where the stacks are deployed. */
export interface Place {
  readonly region: string;
  readonly accountId: string;
  /** Origin of the store's addresses of queues. */
  readonly queueOrigin: string;
  /** Stands for the issuer of the user pool's tokens. */
  readonly issuer: string;
}

/** What CloudFormation knows of a resource once it exists. */
export interface Attributes {
  /** What `Ref` gives. */
  readonly ref: string;
  /** What `Fn::GetAtt` gives, by name. */
  readonly attributes: Readonly<Record<string, string>>;
}

type Namer = (name: string, place: Place) => Attributes;

const arn = (service: string, { region, accountId }: Place, resource: string): string =>
  `arn:aws:${service}:${region}:${accountId}:${resource}`;

const table: Namer = (name, place) => {
  const Arn = arn('dynamodb', place, `table/${name}`);
  return { ref: name, attributes: { Arn, StreamArn: `${Arn}/stream/2026-01-01T00:00:00.000` } };
};

/** The id of the user pool, with which the address of its issuer ends. */
export const userPoolIdOf = ({ issuer }: Pick<Place, 'issuer'>): string =>
  issuer.slice(issuer.lastIndexOf('/') + 1);

/** The types whose names and ARNs the rehearsal works with. */
const NAMERS: Readonly<Record<string, Namer>> = {
  'AWS::DynamoDB::GlobalTable': table,
  'AWS::DynamoDB::Table': table,
  'AWS::S3::Bucket': (name) => ({ ref: name, attributes: { Arn: `arn:aws:s3:::${name}` } }),
  'AWS::SQS::Queue': (name, place) => ({
    ref: `${place.queueOrigin}/${place.accountId}/${name}`,
    attributes: { Arn: arn('sqs', place, name), QueueName: name },
  }),
  'AWS::Lambda::Function': (name, place) => ({
    ref: name,
    attributes: { Arn: arn('lambda', place, `function:${name}`) },
  }),
  'AWS::Lambda::EventSourceMapping': (name, place) => ({
    ref: name,
    attributes: { EventSourceMappingArn: arn('lambda', place, `event-source-mapping:${name}`) },
  }),
  'AWS::IAM::Role': (name, { accountId }) => ({
    ref: name,
    attributes: { Arn: `arn:aws:iam::${accountId}:role/${name}` },
  }),
  'AWS::IAM::ManagedPolicy': (name, { accountId }) => ({
    ref: `arn:aws:iam::${accountId}:policy/${name}`,
    attributes: {},
  }),
  'AWS::Logs::LogGroup': (name, place) => ({
    ref: name,
    attributes: { Arn: arn('logs', place, `log-group:${name}:*`) },
  }),
  'AWS::Events::Rule': (name, place) => ({
    ref: name,
    attributes: { Arn: arn('events', place, `rule/${name}`) },
  }),
  'AWS::SNS::Topic': (name, place) => ({ ref: arn('sns', place, name), attributes: { TopicName: name } }),
  'AWS::Cognito::UserPool': (_, place) => {
    const id = userPoolIdOf(place);
    return {
      ref: id,
      attributes: { Arn: arn('cognito-idp', place, `userpool/${id}`), ProviderURL: place.issuer },
    };
  },
  'AWS::ApiGateway::RestApi': (name) => ({ ref: name, attributes: { RootResourceId: `${name}-root` } }),
};

/** The property that names a resource of a type, where its template may. */
const NAME_PROPERTIES = [
  'TableName',
  'BucketName',
  'QueueName',
  'FunctionName',
  'RoleName',
  'LogGroupName',
  'StageName',
];

/** @returns what `Ref` and `Fn::GetAtt` give for a resource; for a type that nothing is done with, made-up names */
export function attributesOf(
  id: string,
  { Type, Properties = {} }: TemplateResource,
  { stack, place }: { stack: string; place: Place },
): Attributes {
  const given = NAME_PROPERTIES.map((name) => Properties[name]).find((name) => typeof name === 'string');
  // S3 and the local stores take lower-case letters everywhere.
  const name = given ?? `${stack}-${id}`.toLowerCase();
  const namer = NAMERS[Type];
  return namer === undefined ? { ref: name, attributes: {} } : namer(name, place);
}
