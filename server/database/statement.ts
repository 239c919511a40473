import { type CompiledQuery, type RawBuilder, sql } from 'kysely'
import type { Reader } from './database.ts'

/** The place of a value in a statement that is built before the value is known. */
class Place {
  readonly name: PropertyKey
  constructor(name: PropertyKey) {
    this.name = name
  }
}

/** Gives the place of a value by its name. */
export type Given<Values> = <Name extends keyof Values>(name: Name) => RawBuilder<Values[Name]>

/**
 * A read whose SQL is built at its first use and kept: building it anew takes about as long as all else the server does
 * for an answer. For what every screen asks; its shape cannot depend on the values.
 * @param build the query, with `given('name')` where a value belongs
 */
export function statement<Values extends object, Row>(
  build: (reader: Reader, given: Given<Values>) => { compile(reader: Reader): CompiledQuery<Row> },
): (reader: Reader, values: Values) => Promise<Row[]> {
  let built: CompiledQuery<Row> | undefined
  return async (reader, values) => {
    built ??= build(reader, (name) => sql`${new Place(name)}`).compile(reader)
    const known: ReadonlyMap<PropertyKey, unknown> = new Map(Object.entries(values))
    const parameters = built.parameters.map((it) => (it instanceof Place ? known.get(it.name) : it))
    const asked: CompiledQuery<Row> = { ...built, parameters }
    return (await reader.executeQuery(asked)).rows
  }
}
