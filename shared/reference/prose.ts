import type { Block, GuideSection } from '../contract/openapi/guide.ts';
import { type Html, html } from './html.ts';

/** Text in which `code` is marked up. */
export const inline = (text: string): Html =>
  html`${text.split('`').map((part, i) => (i % 2 === 0 ? part : html`<code>${part}</code>`))}`;

/** Paragraphs with an empty line between them. */
export const paragraphs = (text: string): Html =>
  html`${text.split('\n\n').map((paragraph) => html`<p>${inline(paragraph)}</p>`)}`;

const anchor = (id: string | undefined): Html | null => (id === undefined ? null : html` id="${id}"`);

const tableOf = ({ head, rows, anchors = [] }: Extract<Block, { kind: 'table' }>): Html => {
  const cells = (row: readonly string[]) => row.map((cell) => html`<td>${inline(cell)}</td>`);
  return html`<div class="wide" tabindex="0"><table>
<thead><tr>${head.map((cell) => html`<th scope="col">${cell}</th>`)}</tr></thead>
<tbody>${rows.map((row, i) => html`<tr${anchor(anchors[i])}>${cells(row)}</tr>\n`)}</tbody>
</table></div>`;
};

function toHtml(block: Block): Html {
  switch (block.kind) {
    case 'paragraph':
      return html`<p>${inline(block.text)}</p>`;
    case 'code':
      return html`<pre tabindex="0"><code>${block.text}</code></pre>`;
    case 'table':
      return tableOf(block);
  }
}

export const guideSection = ({ id, title, blocks }: GuideSection): Html => html`
<section class="guide" id="${id}">
<h2>${title}</h2>
${blocks.map(toHtml)}
</section>`;
