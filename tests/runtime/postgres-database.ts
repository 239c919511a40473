import { createHash, randomUUID } from 'node:crypto'
import type { Client } from 'pg'
import { inject } from 'vitest'
import { urlOf, withConnection } from '../../tools/postgres/connections.ts'

/** An advisory lock key. No other code uses this number in the cluster's main database. */
const templateLock = 7_243_001

/**
 * Creates a database in a cluster. Returns its URL. With `template`, the database is a copy of a template database. The first caller,
 * among all processes, creates the template with `prepare`; later callers only copy it. `prepare` gets the template's URL, and must close
 * its connections before it resolves.
 */
export function createDatabase(cluster: string, template?: Template): Promise<string> {
  return withConnection(cluster, async (client) => {
    const source = template === undefined ? 'template1' : await ensureTemplate(client, cluster, template)
    const name = `test_${randomUUID().replaceAll('-', '')}`
    await client.query(`create database ${name} template ${source}`)
    return urlOf(cluster, name)
  })
}

interface Template {
  readonly name: string
  prepare(url: string): Promise<void>
}

/** Creates an empty database in this test run's cluster. Returns its URL. */
export function newDatabase(): Promise<string> {
  return createDatabase(inject('postgresCluster'))
}

/** Runs one statement on a new connection. Returns its rows. */
export function query<Row = unknown>(
  url: string,
  statement: string,
  values?: readonly unknown[],
): Promise<Row[]> {
  return withConnection(url, async (client) => (await client.query(statement, values && [...values])).rows)
}

async function ensureTemplate(client: Client, cluster: string, template: Template): Promise<string> {
  const name = `template_${createHash('sha256').update(template.name).digest('hex').slice(0, 16)}`
  const prepared = async (): Promise<boolean> =>
    (await client.query('select from pg_database where datname = $1 and datistemplate', [name])).rowCount ===
    1
  if (await prepared()) return name
  await client.query('select pg_advisory_lock($1)', [templateLock])
  try {
    if (await prepared()) return name
    // A template that is not marked as complete comes from a failed preparation.
    await client.query(`drop database if exists ${name} with (force)`)
    await client.query(`create database ${name}`)
    await template.prepare(urlOf(cluster, name))
    await client.query(`alter database ${name} is_template true`)
    return name
  } finally {
    await client.query('select pg_advisory_unlock($1)', [templateLock])
  }
}
