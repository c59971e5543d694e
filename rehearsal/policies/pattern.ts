/**
 * Whether a text matches a pattern of IAM: `*` for any characters, `?` for exactly one. Slashes and colons are characters like
 * others.
 * Source: "IAM JSON policy elements: Resource", https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_elements_resource.html
 */
export function matches(pattern: string, text: string): boolean {
  const source = pattern
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.');
  return new RegExp(`^${source}$`, 's').test(text);
}

/** Whether an ARN matches a pattern of ARNs, whose first five fields are compared apart: no `*` reaches into the next one. */
export function matchesArn(pattern: string, arn: string): boolean {
  const [expected, given] = [arnFields(pattern), arnFields(arn)];
  return (
    expected.length === given.length && expected.every((field, index) => matches(field, given[index] ?? ''))
  );
}

function arnFields(arn: string): string[] {
  const fields = arn.split(':');
  return fields.length < 6 ? fields : [...fields.slice(0, 5), fields.slice(5).join(':')];
}
