/** Languages that a first call is shown in. */
const LANGUAGES = ['curl', 'TypeScript', 'Python'] as const;
export type SampleLanguage = (typeof LANGUAGES)[number];

/** A first call of the API with a key, as complete programs without packages. @param address whose answer is JSON */
export function callSamples(
  address: string,
  secret: string,
): readonly { language: SampleLanguage; code: string }[] {
  const code: Record<SampleLanguage, string> = {
    curl: `curl -H "Authorization: Bearer ${secret}" ${address}`,
    TypeScript: `const response = await fetch('${address}', {
  headers: { Authorization: 'Bearer ${secret}' },
});
console.log(response.status, await response.json());`,
    Python: `import json, urllib.request

request = urllib.request.Request(
    "${address}",
    headers={"Authorization": "Bearer ${secret}"},
)
with urllib.request.urlopen(request) as response:
    print(response.status, json.load(response))`,
  };
  return LANGUAGES.map((language) => ({ language, code: code[language] }));
}
