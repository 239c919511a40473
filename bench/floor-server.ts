import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { Pool } from 'pg'
import { typeParsers } from '../server/database/type-parsers.ts'
import { type CallValues, type CapturedChange, replaceCallValues, type Statement } from './captured-change.ts'
import { floorReads } from './floor-reads.ts'

/** The message that starts the floor server. */
export interface FloorSetUp {
  readonly readsAt: string
  readonly changesAt: string
  readonly connections: number
  readonly change: CapturedChange
  /** For each change that the benchmark will call, by its request body: the values that replace the captured ones. */
  readonly changes: ReadonlyMap<string, CallValues>
}

/**
 * The floor server: the fastest implementation of the benchmark's calls that we know, as a baseline for the product. It is a separate
 * process with only node:http and the database driver, without routes, checks or schemas. Its reads are hand-written and return the
 * product's responses. For a change, it replays the captured SQL statements of the product with the values of the new change. It sends its
 * port to the parent process.
 */
process.once('message', (setUp: FloorSetUp) => void serve(setUp))

async function serve(setUp: FloorSetUp): Promise<void> {
  const read = floorReads(
    new Pool({ connectionString: setUp.readsAt, max: setUp.connections, types: typeParsers }),
  )
  const changes = new Pool({ connectionString: setUp.changesAt, max: setUp.connections })
  const preparedChanges = new Map<string, PreparedChange>()
  for (const [body, values] of setUp.changes) preparedChanges.set(body, prepareChange(setUp.change, values))
  const server = createServer((request, response) => {
    const { method, url = '', headers } = request
    const done = method === 'GET' ? read(url, headers.authorization ?? '') : change(request)
    done.then(
      (output) => send(response, 200, output),
      (error: unknown) => send(response, 500, String(error)),
    )
  })

  async function change(request: IncomingMessage): Promise<unknown> {
    const prepared = preparedChanges.get(await bodyOf(request))
    if (prepared === undefined) throw new Error('The change is unknown.')
    await carryOut(changes, prepared)
    return setUp.change.output
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  process.send?.(typeof address === 'object' ? address?.port : undefined)
}

/**
 * The statements of a change, with the values of that change. The server fills in the values before the load, so that the measurement
 * leaves out this work, which hand-written code would not need.
 */
type PreparedChange = Pick<CapturedChange, 'groups' | 'transaction'>

function prepareChange(
  { groups, transaction, callValues }: CapturedChange,
  values: CallValues,
): PreparedChange {
  const fill = (statement: Statement) => replaceCallValues(statement, callValues, values)
  return { groups: groups.map((group) => group.map(fill)), transaction: transaction.map(fill) }
}

async function carryOut(pool: Pool, { groups, transaction }: PreparedChange): Promise<void> {
  for (const group of groups) {
    await Promise.all(group.map(({ text, values }) => pool.query(text, [...values])))
  }
  const client = await pool.connect()
  try {
    for (const { text, values } of transaction) await client.query(text, [...values])
  } finally {
    client.release()
  }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = ''
  request.setEncoding('utf8')
  for await (const chunk of request) body += String(chunk)
  // Parses the JSON only because the product also parses it.
  return JSON.stringify(JSON.parse(body))
}

function send(response: ServerResponse, status: number, output: unknown): void {
  const body = JSON.stringify(output)
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
  })
  response.end(body)
}
