/** Markup that is safe to send. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Content = string | Html | readonly Html[];

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');

function markup(content: Content): string {
  if (typeof content === 'string') return escaped(content);
  return content instanceof Html ? content.text : content.map(({ text }) => text).join('');
}

/** A template whose values become text, also within quoted attributes, unless they are markup themselves. */
export const html = (parts: TemplateStringsArray, ...values: Content[]): Html =>
  new Html(String.raw({ raw: parts }, ...values.map(markup)));
