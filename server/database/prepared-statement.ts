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
import type { Database, Queryable } from './database.ts'
import type { Tables } from './tables.ts'

/** A placeholder for a value in a statement that is built before the value is known. */
class Placeholder {
  readonly name: PropertyKey
  constructor(name: PropertyKey) {
    this.name = name
  }
}

/** Returns the placeholder of a value by its name. */
export type PlaceholderOf<Values> = <Name extends keyof Values>(name: Name) => RawBuilder<Values[Name]>

/** Runs a prepared statement with these values. */
export type PreparedRead<Values, Row> = (
  database: Pick<Database, 'readPrepared'>,
  values: Values,
) => Promise<Row[]>

/** Compiles queries without a database connection. */
const builder: Queryable = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})

/**
 * Defines a prepared read, for frequent reads whose SQL and best plan do not depend on the values. The SQL is compiled at the first
 * use and cached, because compiling takes about as long as the server's other work for a response. The statement has a name, so each
 * connection keeps its plan after a few runs: planning takes several times as long as running.
 * @param build returns the query, with `param('name')` for each value
 */
export function preparedStatement<Values extends object, Row>(
  build: (
    reader: Queryable,
    param: PlaceholderOf<Values>,
  ) => { compile(reader: Queryable): CompiledQuery<Row> },
): PreparedRead<Values, Row> {
  let compiled: ReturnType<typeof nameStatement> | undefined
  return (database, values) => {
    compiled ??= nameStatement(build(builder, (name) => sql`${new Placeholder(name)}`).compile(builder))
    return database.readPrepared<Row>({
      name: compiled.name,
      text: compiled.text,
      values: compiled.parameters.map((it) =>
        it instanceof Placeholder ? Reflect.get(values, it.name) : it,
      ),
    })
  }
}

/** Names a statement by the hash of its text. PostgreSQL truncates names to 63 bytes; these names have 32 bytes. */
function nameStatement({ sql: text, parameters }: CompiledQuery) {
  return { name: createHash('sha256').update(text).digest('hex').slice(0, 32), text, parameters }
}
