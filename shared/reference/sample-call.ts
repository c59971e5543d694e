import type { MediaType, Operation } from '../contract/openapi/types.ts';

export interface Endpoint {
  path: string;
  /** In lower case. */
  method: string;
  operation: Operation;
}

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
      place === 'query' && example !== undefined
        ? [example].flat().map((value): [string, string] => [name, String(value)])
        : [],
    ),
  );
  return query.size === 0 ? filled : `${filled}?${query}`;
}

const formOption = (name: string, value: unknown, form: MediaType): string =>
  form.schema.properties?.[name]?.format === 'binary'
    ? `-F ${name}=@video.mp4`
    : `-F ${quoted(`${name}=${value}`)}`;

function bodyOptions(mediaType: string, media: MediaType): string[] {
  if (mediaType === 'multipart/form-data') {
    return Object.entries(media.example ?? {}).map(([name, value]) => formOption(name, value, media));
  }
  return [`-H 'Content-Type: ${mediaType}'`, `-d ${quoted(JSON.stringify(media.example, null, 2))}`];
}

/**
 * A call from the command line, with the operation's examples; the address and the key are in variables.
 * @param mediaType which of the bodies it sends, where there are any
 */
export function sampleCall({ method, path, operation }: Endpoint, mediaType?: string): string {
  const media = operation.requestBody?.content[mediaType ?? ''];
  const options = [
    ...(operation.security.length > 0 ? ['-H "Authorization: Bearer $VMS_API_KEY"'] : []),
    ...operation.parameters
      .filter((parameter) => parameter.in === 'header' && parameter.example !== undefined)
      .map(({ name, example }) => `-H ${quoted(`${name}: ${example}`)}`),
    ...(mediaType !== undefined && media ? bodyOptions(mediaType, media) : []),
  ];
  // With a body curl posts by itself.
  const implied = media === undefined ? 'get' : 'post';
  const verb = method === implied ? '' : ` -X ${method.toUpperCase()}`;
  return [`curl${verb} "$VMS_API_URL${target(path, operation)}"`, ...options].join(' \\\n  ');
}
