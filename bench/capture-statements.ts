import type { FastifyInstance } from 'fastify'
import type { PoolClient } from 'pg'
import { pino } from 'pino'
import { createApp } from '../server/app.ts'
import { readConfig } from '../server/config.ts'
import { openPostgres } from '../server/database/postgres.ts'
import { gateBounds } from '../server/http/admission-gate.ts'
import { loadZipTable } from '../server/places/zip-table.ts'
import type { ReadPlan, Statement } from './replay-plan.ts'

/** A call of the product. */
export interface Call {
  readonly method: 'GET' | 'POST'
  readonly url: string
  readonly token: string
  readonly body?: string
}

const triesAtMost = 5

interface Sent {
  readonly statement: Statement
  readonly begun: number
  ended: number
}

/**
 * Makes one real call of the product at `databaseUrl` and writes down the statements that reach PostgreSQL: which, with
 * which values, and which of them at the same time.
 */
export async function captureStatements(databaseUrl: string, call: Call): Promise<ReadPlan> {
  const database = openPostgres(databaseUrl, 10)
  const listener = new Listener()
  database.pool.on('connect', (client) => listener.listenTo(client))
  const app = await createApp({
    config: readConfig({ DATABASE_URL: databaseUrl }),
    database,
    zips: loadZipTable(),
    log: pino({ level: 'silent' }),
    deletions: { add: async () => {} },
    pageFolder: null,
    checkAnswers: false,
    gateBounds,
    draining: new AbortController().signal,
  })
  try {
    // Connections are opened beforehand, so that opening one doesn't keep two statements apart.
    await Promise.all(Array.from({ length: 10 }, () => database.pool.query('select 1')))
    for (let tries = 1; ; tries += 1) {
      listener.notes.length = 0
      const { statusCode, body } = await ask(app, call)
      if (statusCode === 200) return { groups: grouped(listener.notes), answer: JSON.parse(body) }
      // It says so for its first second where starting took long.
      if (statusCode !== 503 || tries === triesAtMost) {
        throw new Error(`${call.url} answered ${statusCode}: ${body}`)
      }
      await new Promise((resolve) => setTimeout(resolve, 1_500))
    }
  } finally {
    await app.close()
    await database.close()
  }
}

function ask(app: FastifyInstance, { method, url, token, body }: Call) {
  return app.inject({
    method,
    url,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { payload: body }),
  })
}

/** Notes what a connection of the driver sends, the last place before the socket. */
class Listener {
  readonly notes: Sent[] = []
  #moment = 0

  listenTo(client: PoolClient): void {
    const query: unknown = Reflect.get(client, 'query')
    if (typeof query !== 'function') throw new Error('This driver has no query to listen to.')
    const noting = (...args: unknown[]): unknown => {
      const note: Sent = {
        statement: statementOf(args),
        begun: ++this.#moment,
        ended: Number.POSITIVE_INFINITY,
      }
      this.notes.push(note)
      const ended = () => void (note.ended = ++this.#moment)
      const result: unknown = Reflect.apply(
        query,
        client,
        args.map((it) => andThen(it, ended)),
      )
      if (result instanceof Promise) void result.then(ended)
      return result
    }
    Object.defineProperty(client, 'query', { value: noting })
  }
}

/** A function that calls `then` first; anything else as it is. */
function andThen(it: unknown, then: () => void): unknown {
  if (typeof it !== 'function') return it
  return (...results: unknown[]): unknown => {
    then()
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

/** A statement that began before all of the last group had ended was under way with it. */
function grouped(sent: readonly Sent[]): Statement[][] {
  const groups: Sent[][] = []
  for (const note of sent) {
    const last = groups.at(-1)
    if (last?.some((it) => it.ended > note.begun) === true) last.push(note)
    else groups.push([note])
  }
  return groups.map((group) => group.map((it) => it.statement))
}
