import type { JsonSchema, Parameter } from '../contract/openapi/types.ts';
import { type Html, html } from './html.ts';
import { inline } from './prose.ts';
import { constraints, innerObjects, resolve, type Schemas, typeName } from './schema-type.ts';

interface Field {
  name: string;
  /** What stands beside the name. */
  mark: Html | null;
  schema: JsonSchema;
  description?: string | undefined;
}

const row = ({ name, mark, schema, description }: Field): Html => html`<tr>
<th scope="row"><code>${name}</code>${mark}</th>
<td><span class="type">${typeName(schema)}</span>${constraints(schema).map(
  (text) => html`<span class="limit">${inline(text)}</span>`,
)}${description === undefined ? null : html`<span class="about">${inline(description)}</span>`}</td>
</tr>
`;

const table = (rows: readonly Html[]): Html => html`<table class="fields"><tbody>
${rows}</tbody></table>`;

const innerRow = (name: string, members: Html): Html => html`<tr class="inner"><td colspan="2">
<details><summary>Members of <code>${name}</code></summary>${members}</details>
</td></tr>
`;

/**
 * The members of an object as a table, those of inner objects in tables below their own.
 * @param sent whether they are sent, so that required members stand out; otherwise what may be missing
 */
export function fieldTable(schema: JsonSchema, schemas: Schemas, sent: boolean): Html {
  const { properties = {}, required = [] } = resolve(schema, schemas);
  const mark = html` <span class="mark">${sent ? 'required' : 'may be missing'}</span>`;
  const rows = Object.entries(properties).flatMap(([name, member]) => {
    const field = row({
      name,
      mark: required.includes(name) === sent ? mark : null,
      schema: member,
      description: member.description ?? resolve(member, schemas).description,
    });
    const objects = innerObjects(member, schemas);
    const tables = objects.map(
      (object) =>
        html`${
          objects.length > 1 && object.description ? html`<p>${inline(object.description)}</p>` : null
        }${fieldTable(object, schemas, sent)}`,
    );
    return tables.length === 0 ? [field] : [field, innerRow(name, html`${tables}`)];
  });
  return table(rows);
}

export const parameterTable = (parameters: readonly Parameter[]): Html =>
  table(
    parameters.map(({ name, in: place, required, schema, description }) => {
      const requirement = required && place !== 'path' ? html` <span class="mark">required</span>` : null;
      return row({
        name,
        mark: html` <span class="place">${place}</span>${requirement}`,
        schema,
        description,
      });
    }),
  );
