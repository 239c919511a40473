import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { Pool } from 'pg'
import { types } from '../server/database/type-parsers.ts'
import { floorReads } from './floor-reads.ts'
import { type ChangePlan, type CallValues, type Statement, withCallValues } from './replay-plan.ts'

/** What the floor is to serve; comes as the first message. */
export interface FloorSetUp {
  readonly readsAt: string
  readonly changesAt: string
  readonly connections: number
  readonly change: ChangePlan
  /** What each change knows, by the body that asks for it. */
  readonly changes: ReadonlyMap<string, CallValues>
}

/**
 * The floor as a process of its own: node:http and the driver. Its reads are written by hand for the same answers; of a change
 * it makes the product's statements with their values. No routing, no checks, no schema. Tells its port.
 */
process.once('message', (setUp: FloorSetUp) => void serve(setUp))

async function serve(setUp: FloorSetUp): Promise<void> {
  const read = floorReads(new Pool({ connectionString: setUp.readsAt, max: setUp.connections, types }))
  const changes = new Pool({ connectionString: setUp.changesAt, max: setUp.connections })
  const hands = new Map(
    Array.from(setUp.changes, ([body, callValues]) => [body, prepared(setUp.change, callValues)] as const),
  )
  const server = createServer((request, response) => {
    const { method, url = '', headers } = request
    const done = method === 'GET' ? read(url, headers.authorization ?? '') : change(request)
    done.then(
      (answer) => send(response, 200, answer),
      (error: unknown) => send(response, 500, String(error)),
    )
  })

  async function change(request: IncomingMessage): Promise<unknown> {
    const mine = hands.get(await bodyOf(request))
    if (mine === undefined) throw new Error('There is no such change.')
    await carryOut(changes, mine)
    return setUp.change.answer
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  process.send?.(typeof address === 'object' ? address?.port : undefined)
}

/** A change's own statements. Made beforehand: a hand that writes them has its values at hand. */
interface Prepared {
  readonly groups: readonly (readonly Statement[])[]
  readonly transaction: readonly Statement[]
}

function prepared({ groups, transaction, callValues }: ChangePlan, mine: CallValues): Prepared {
  const own = (statement: Statement) => withCallValues(statement, callValues, mine)
  return { groups: groups.map((group) => group.map(own)), transaction: transaction.map(own) }
}

async function carryOut(pool: Pool, { groups, transaction }: Prepared): Promise<void> {
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
  // The product reads it as JSON, so the floor does.
  return JSON.stringify(JSON.parse(body))
}

function send(response: ServerResponse, status: number, answer: unknown): void {
  const body = JSON.stringify(answer)
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
  })
  response.end(body)
}
