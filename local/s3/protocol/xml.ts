/** The subset of XML that S3 uses: elements and text. Attributes, comments and declarations are skipped. */
import { S3Error } from './errors.ts';

const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n';
const NAMESPACE = 'http://s3.amazonaws.com/doc/2006-03-01/';
const MAX_DEPTH = 16;

/** A document whose root holds the already written `children`. */
export const xmlDocument = (root: string, children: readonly string[]): string =>
  `${DECLARATION}<${root} xmlns="${NAMESPACE}">${children.join('')}</${root}>`;

export const xmlError = (children: Record<string, string>): string =>
  `${DECLARATION}<Error>${xmlFields(children)}</Error>`;

export const xmlGroup = (name: string, children: readonly string[]): string =>
  `<${name}>${children.join('')}</${name}>`;

/** One element for each field; undefined fields are left out. */
export const xmlFields = (fields: Record<string, string | number | boolean | undefined>): string =>
  Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `<${name}>${escapeText(String(value))}</${name}>`)
    .join('');

// Control characters are written as references, as S3 does: a parser would fold or drop them.
const escapeText = (text: string): string =>
  text.replace(
    /[&<>"\p{Cc}]/gu,
    (character) => ENTITY[character] ?? `&#x${character.charCodeAt(0).toString(16)};`,
  );

const ENTITY: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

interface XmlElement {
  name: string;
  children: XmlElement[];
  text: string;
}

/** A declaration or comment; a closing tag; an opening tag with its attributes, maybe closed; text. */
const TOKEN =
  /<\?.*?\?>|<!--.*?-->|<\/([\w:.-]+)\s*>|<([\w:.-]+)(?:\s+[\w:.-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*\s*(\/?)>|([^<]+)/;

/**
 * Parses a request body. Document types are refused, so no entity can expand.
 * @throws {S3Error} MalformedXML
 */
export function parseXml(source: string): XmlElement {
  const root: XmlElement = { name: '', children: [], text: '' };
  const open = [root];
  const token = new RegExp(TOKEN, 'sy');
  const text = source.replace(/^\uFEFF/, '');
  while (token.lastIndex < text.length) {
    const match = token.exec(text);
    const parent = open.at(-1);
    if (!match || !parent) throw new S3Error('MalformedXML');
    const [, closing, opening, selfClosing, characters] = match;
    if (characters !== undefined) parent.text += unescapeText(characters);
    if (closing !== undefined && (open.length === 1 || open.pop()?.name !== closing))
      throw new S3Error('MalformedXML');
    if (opening !== undefined) {
      const element: XmlElement = { name: opening, children: [], text: '' };
      parent.children.push(element);
      if (!selfClosing) open.push(element);
      if (open.length > MAX_DEPTH) throw new S3Error('MalformedXML');
    }
  }
  const [document, ...rest] = root.children;
  if (open.length !== 1 || !document || rest.length > 0 || root.text.trim() !== '')
    throw new S3Error('MalformedXML');
  return document;
}

/** Text of the named child, if there is one. */
export const childText = (element: XmlElement, name: string): string | undefined =>
  element.children.find((child) => child.name === name)?.text;

function unescapeText(text: string): string {
  return text.replace(/&([^;&]{0,10});?/g, (reference, name: string) => {
    const known = REFERENCES.get(name);
    if (known !== undefined && reference.endsWith(';')) return known;
    const [, hex, decimal] = /^#(?:x([\da-f]{1,6})|(\d{1,7}))$/i.exec(name) ?? [];
    const code = hex ? Number.parseInt(hex, 16) : Number(decimal ?? Number.NaN);
    if (!reference.endsWith(';') || !(code <= 0x10ffff)) throw new S3Error('MalformedXML');
    return String.fromCodePoint(code);
  });
}

const REFERENCES = new Map(Object.entries({ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }));
