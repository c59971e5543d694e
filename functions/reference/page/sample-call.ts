import type { Operation } from '../../../shared/contract/openapi/model.ts';

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

function target(path: string, { parameters }: Operation): string {
  const filled = parameters
    .filter((parameter) => parameter.in === 'path')
    .reduce(
      (text, { name, example }) => text.replace(`{${name}}`, encodeURIComponent(String(example ?? name))),
      path,
    );
  const query = new URLSearchParams(
    parameters.flatMap(({ name, in: place, example }) =>
      place === 'query' && example !== undefined ? [[name, String(example)] as [string, string]] : [],
    ),
  );
  return query.size === 0 ? filled : `${filled}?${query}`;
}

function bodyOptions({ requestBody }: Operation): string[] {
  const json = requestBody?.content['application/json'];
  if (json?.example !== undefined) {
    return [`-H 'Content-Type: application/json'`, `-d ${quoted(JSON.stringify(json.example, null, 2))}`];
  }
  const form = requestBody?.content['multipart/form-data'];
  return Object.entries((form?.example ?? {}) as Record<string, string>).map(([name, value]) =>
    form?.schema.properties?.[name]?.format === 'binary'
      ? `-F ${name}=@video.mp4`
      : `-F ${quoted(`${name}=${value}`)}`,
  );
}

/** A call from the command line, with the operation's examples; the address and the key are in variables. */
export function sampleCall(method: string, path: string, operation: Operation): string {
  const options = [
    ...(operation.security.length > 0 ? ['-H "Authorization: Bearer $VMS_KEY"'] : []),
    ...operation.parameters
      .filter((parameter) => parameter.in === 'header')
      .map(({ name, example }) => `-H ${quoted(`${name}: ${example}`)}`),
    ...bodyOptions(operation),
  ];
  // With a body curl posts by itself.
  const implied = operation.requestBody === undefined ? 'get' : 'post';
  const verb = method === implied ? '' : ` -X ${method.toUpperCase()}`;
  return [`curl${verb} "$VMS_URL${target(path, operation)}"`, ...options].join(' \\\n  ');
}
