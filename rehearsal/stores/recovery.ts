import {
  CreateTableCommand,
  PutItemCommand,
  paginateScan,
  waitUntilTableExists,
} from '@aws-sdk/client-dynamodb';
import type { Resources } from '../template/resources.ts';
import { clientsOf, type StoreAccess, TABLE_TYPES } from './create-stores.ts';

type Items = Readonly<Record<string, unknown>>[];

type Input = ConstructorParameters<typeof CreateTableCommand>[0];

/** Stands for the point-in-time recovery of tables: it knows the moments that were noted. */
export class Recovery {
  readonly #resources: Resources;
  readonly #stores: StoreAccess;
  readonly #noted: { at: number; tables: ReadonlyMap<string, Items> }[] = [];

  constructor(resources: Resources, stores: StoreAccess) {
    this.#resources = resources;
    this.#stores = stores;
  }

  /** Notes what is in the tables, in which nothing may change meanwhile. */
  async note(): Promise<void> {
    const { dynamodb, s3, sqs } = clientsOf(this.#stores);
    const tables = new Map<string, Items>();
    for (const { ref } of this.#resources.of(...TABLE_TYPES)) {
      const items: Items = [];
      for await (const page of paginateScan({ client: dynamodb }, { TableName: ref }))
        items.push(...(page.Items ?? []));
      tables.set(ref, items);
    }
    this.#noted.push({ at: Date.now(), tables });
    for (const client of [dynamodb, s3, sqs]) client.destroy();
  }

  /**
   * Makes a table of what another one had at a moment.
   * @param at epoch milliseconds
   * @throws Error where nothing is known of the moment
   */
  async restore(source: string, target: string, at: number): Promise<void> {
    const noted = this.#noted.findLast((one) => one.at <= at)?.tables.get(source);
    if (noted === undefined)
      throw new Error(`Nothing is noted of ${source} at ${new Date(at).toISOString()}`);
    const { dynamodb, s3, sqs } = clientsOf(this.#stores);
    const { properties } = this.#resources.of(...TABLE_TYPES).find(({ ref }) => ref === source) ?? {};
    const { KeySchema = [], AttributeDefinitions = [] } = properties as unknown as Input;
    const isKey = (name: string | undefined) => KeySchema.some(({ AttributeName }) => AttributeName === name);
    await dynamodb.send(
      new CreateTableCommand({
        TableName: target,
        BillingMode: 'PAY_PER_REQUEST',
        KeySchema,
        AttributeDefinitions: AttributeDefinitions.filter(({ AttributeName }) => isKey(AttributeName)),
      }),
    );
    await waitUntilTableExists({ client: dynamodb, maxWaitTime: 60, minDelay: 1 }, { TableName: target });
    for (const Item of noted as ConstructorParameters<typeof PutItemCommand>[0]['Item'][])
      await dynamodb.send(new PutItemCommand({ TableName: target, Item }));
    for (const client of [dynamodb, s3, sqs]) client.destroy();
  }
}
