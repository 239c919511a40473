import { createHash } from 'node:crypto'
import {
  type CompiledQuery,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RawBuilder,
  sql,
} from 'kysely'
import type { Database, Reader } from './database.ts'
import type { Tables } from './tables.ts'

/** The place of a value in a statement that is built before the value is known. */
class Place {
  readonly name: PropertyKey
  constructor(name: PropertyKey) {
    this.name = name
  }
}

/** Gives the place of a value by its name. */
export type Given<Values> = <Name extends keyof Values>(name: Name) => RawBuilder<Values[Name]>

/** Builds statements and asks nobody. */
const builder: Reader = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})

interface Built {
  readonly name: string
  readonly text: string
  readonly parameters: readonly unknown[]
}

/**
 * A read whose SQL is built at its first use and kept: building it anew takes about as long as all else the server does
 * for an answer. It has a name, so that PostgreSQL plans it once for each connection: planning takes several times as long as
 * carrying it out. For what every screen asks; its shape cannot depend on the values, nor may a good plan.
 * @param build the query, with `given('name')` where a value belongs
 */
export function statement<Values extends object, Row>(
  build: (reader: Reader, given: Given<Values>) => { compile(reader: Reader): CompiledQuery<Row> },
): (database: Pick<Database, 'ask'>, values: Values) => Promise<Row[]> {
  let built: Built | undefined
  return (database, values) => {
    built ??= named(build(builder, (name) => sql`${new Place(name)}`).compile(builder))
    const known: ReadonlyMap<PropertyKey, unknown> = new Map(Object.entries(values))
    return database.ask<Row>({
      name: built.name,
      text: built.text,
      values: built.parameters.map((it) => (it instanceof Place ? known.get(it.name) : it)),
    })
  }
}

/** Named by its text, so that no two share a name. PostgreSQL cuts a name after 63 bytes; this one has 32. */
function named({ sql: text, parameters }: CompiledQuery): Built {
  return { name: createHash('sha256').update(text).digest('hex').slice(0, 32), text, parameters }
}
