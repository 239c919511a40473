import type { PoolClient } from 'pg'
import { pino } from 'pino'
import { createApp } from '../server/app.ts'
import { readConfig } from '../server/config.ts'
import { openPostgres } from '../server/database/postgres.ts'
import { gateBounds } from '../server/http/admission-gate.ts'
import { createPasswords, passwordCost } from '../server/identity/passwords.ts'
import { streamBounds } from '../server/live/change-streams.ts'
import { loadZipTable } from '../server/places/zip-table.ts'
import type { CapturedChange, Statement } from './captured-change.ts'
import type { PendingRequest } from './pending-requests.ts'

interface SentStatement {
  readonly statement: Statement
  readonly begun: number
  ended: number
}

/**
 * Makes a real change with one API call to the product. Returns the SQL statements that the product sends to PostgreSQL, with their
 * values. Statements that ran concurrently are in one group. The floor's server (`floor-server.ts`) runs the same statements for other
 * requests, with their `callValues` in place of those of this call.
 */
export async function captureChange(
  databaseUrl: string,
  url: string,
  { token, body: payload, callValues }: PendingRequest,
): Promise<CapturedChange> {
  const database = openPostgres(databaseUrl, 10)
  const recorder = new StatementRecorder()
  database.pool.on('connect', (client) => recorder.record(client))
  const app = await createApp({
    config: readConfig({ DATABASE_URL: databaseUrl }),
    database,
    zips: loadZipTable(),
    log: pino({ level: 'silent' }),
    passwords: createPasswords(passwordCost),
    deletions: { add: async () => {} },
    pageFolder: null,
    checkResponses: false,
    gateBounds,
    streamBounds,
    draining: new AbortController().signal,
  })
  try {
    // Opens all connections first. A statement that waits for a new connection would not look concurrent with the others.
    await Promise.all(Array.from({ length: 10 }, () => database.pool.query('select 1')))
    recorder.sent.length = 0
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const { statusCode, body } = await app.inject({ method: 'POST', url, headers, payload })
    if (statusCode !== 200) throw new Error(`${url} responded with ${statusCode}: ${body}`)
    const groups = groupByConcurrency(recorder.sent)
    const begin = groups.findIndex(([statement]) => statement?.text.startsWith('start transaction'))
    if (begin < 0) throw new Error('The change was made without a transaction.')
    const transaction = groups.slice(begin).flat()
    return { groups: groups.slice(0, begin), transaction, output: JSON.parse(body), callValues }
  } finally {
    await app.close()
    await database.close()
  }
}

/** Records the SQL statements that the driver sends on its connections. */
class StatementRecorder {
  readonly sent: SentStatement[] = []
  #moment = 0

  record(client: PoolClient): void {
    const query: unknown = Reflect.get(client, 'query')
    if (typeof query !== 'function') throw new Error("The driver's connection has no query function.")
    const recordingQuery = (...args: unknown[]): unknown => {
      const sent: SentStatement = {
        statement: statementOf(args),
        begun: ++this.#moment,
        ended: Number.POSITIVE_INFINITY,
      }
      this.sent.push(sent)
      const ended = () => void (sent.ended = ++this.#moment)
      const recordedArgs = args.map((it) => wrapCallback(ended, it))
      const result: unknown = Reflect.apply(query, client, recordedArgs)
      if (result instanceof Promise) void result.then(ended)
      return result
    }
    Object.defineProperty(client, 'query', { value: recordingQuery })
  }
}

/** Wraps a callback so that `first` is called before it. Returns anything other than a function unchanged. */
function wrapCallback(first: () => void, it: unknown): unknown {
  if (typeof it !== 'function') return it
  return (...results: unknown[]): unknown => {
    first()
    return Reflect.apply(it, undefined, results)
  }
}

function statementOf([first, second]: readonly unknown[]): Statement {
  if (typeof first === 'string') return { text: first, values: Array.isArray(second) ? second : [] }
  if (typeof first === 'object' && first !== null && 'text' in first && typeof first.text === 'string') {
    return { text: first.text, values: 'values' in first && Array.isArray(first.values) ? first.values : [] }
  }
  throw new Error('A statement was sent in a form that the benchmark does not know.')
}

/** Groups concurrent statements. A statement belongs to the last group if it began while a statement of that group was running. */
function groupByConcurrency(sent: readonly SentStatement[]): Statement[][] {
  const groups: SentStatement[][] = []
  for (const statement of sent) {
    const last = groups.at(-1)
    if (last?.some((it) => it.ended > statement.begun) === true) last.push(statement)
    else groups.push([statement])
  }
  return groups.map((group) => group.map((it) => it.statement))
}
