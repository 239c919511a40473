import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Endpoint } from '../../contract/endpoint.ts'
import type { Tx } from '../database/database.ts'
import { Failure, invalid } from './failure.ts'

/** The key a call came with; throws a 400 when it isn't 1 to 200 visible ASCII characters. */
export function readIdempotencyKey(header: string | string[] | undefined): string | null {
  if (header === undefined) return null
  if (typeof header !== 'string' || !/^[\x21-\x7e]{1,200}$/.test(header)) {
    throw invalid('Idempotency-Key', 'idempotency_key_not_valid')
  }
  return header
}

/**
 * Runs `change` once for a key; a repeated call gets the stored result of the first one. The key's row is written in
 * the change's own transaction, so a second call at the same moment waits for the first at the primary key.
 */
export async function runOnce<Output>(
  tx: Tx,
  call: {
    readonly endpoint: Endpoint
    readonly caller: string
    readonly key: string
    readonly input: unknown
  },
  change: () => Promise<Output>,
): Promise<Output> {
  const { caller, key } = call
  const fingerprint = fingerprintOf(call.endpoint, call.input)
  const claimed = await tx
    .insertInto('idempotency_keys')
    .values({ caller, key, fingerprint })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (claimed.numInsertedOrUpdatedRows === 1n) {
    const result = await change()
    await tx
      .updateTable('idempotency_keys')
      .set({ answer: JSON.stringify(result) })
      .where('caller', '=', caller)
      .where('key', '=', key)
      .execute()
    return result
  }
  const { rows } = await sql<{ fingerprint: Buffer; result: Output }>`
    select fingerprint, answer as result from idempotency_keys
    where caller = ${caller} and key = ${key}`.execute(tx)
  const [first] = rows
  // Between the two statements the clean-up may have deleted a key that was a day old.
  if (first === undefined) throw new Failure('unavailable')
  if (!first.fingerprint.equals(fingerprint)) throw new Failure('key_reused')
  return first.result
}

/** Passwords stay out of it: a fast hash of one would undo the slow one that is stored. */
function fingerprintOf(endpoint: Endpoint, input: unknown): Buffer {
  const body = JSON.stringify(input, (name, value: unknown) => (name === 'password' ? undefined : value))
  return createHash('sha256').update(`${endpoint.name}\n${body}`).digest()
}
