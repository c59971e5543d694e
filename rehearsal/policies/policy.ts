/** A policy document of IAM, after CloudFormation's functions are resolved. */
export interface PolicyDocument {
  readonly Statement: readonly Statement[];
}

export interface Statement {
  readonly Effect: 'Allow' | 'Deny';
  readonly Action?: string | readonly string[];
  readonly NotAction?: string | readonly string[];
  readonly Resource?: string | readonly string[];
  readonly NotResource?: string | readonly string[];
  readonly Principal?: PrincipalElement;
  readonly Condition?: ConditionElement;
}

/** `*`, or names by kind: `AWS` for ARNs and account ids, `Service` for services. */
export type PrincipalElement = '*' | Readonly<Record<string, string | readonly string[]>>;

/** Values by operator and condition key: `{ StringEquals: { 'aws:SourceAccount': '111122223333' } }`. */
export type ConditionElement = Readonly<
  Record<string, Readonly<Record<string, string | boolean | number | readonly string[]>>>
>;

/** Who asks: an IAM role, or a service of AWS in its own name. */
export type Principal = { readonly roleArn: string } | { readonly service: string };

/** What a call asks to be allowed to do. A call may ask for several. */
export interface AccessRequest {
  /** `service:Operation`. */
  readonly action: string;
  readonly resource: string;
  /** Values of condition keys, lower-case names: one, or several where the key has several. */
  readonly context: Readonly<Record<string, string | readonly string[]>>;
}

export const listOf = <T>(value: T | readonly T[] | undefined): readonly T[] =>
  value === undefined ? [] : Array.isArray(value) ? value : [value as T];
