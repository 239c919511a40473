import { randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import { Failure } from '../http/failure.ts'

/**
 * OWASP's first choice for Argon2id (Password Storage Cheat Sheet): 46 MiB, one pass, one lane. Argon2id is the package's
 * default.
 */
const cost = { memoryCost: 47_104, timeCost: 1, parallelism: 1 }

/** About four seconds of work on a small machine. Callers further back in the queue would time out. */
const maxWaiting = 50

let running = false
const waiting: (() => void)[] = []

/** The Argon2id hash of a password with its salt and cost, in PHC string format. */
export function hashPassword(password: string): Promise<string> {
  return oneAtATime(() => hash(password, cost))
}

/**
 * Whether a password matches a stored hash. If there is no hash, because there is no such account, it verifies a dummy
 * hash, so that the response time does not reveal whether an account exists.
 */
export async function isCorrectPassword(storedHash: string | undefined, password: string): Promise<boolean> {
  const right = await oneAtATime(() => verify(storedHash ?? dummyHash, password))
  return right && storedHash !== undefined
}

/** A random hash with the same cost as real ones. No known password matches it. */
const dummyHash = `$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}$${random(16)}$${random(32)}`

function random(bytes: number): string {
  return randomBytes(bytes).toString('base64').replaceAll('=', '')
}

/** Runs one hash at a time: each takes 46 MiB, so concurrent hashes would set the memory that a server needs. */
async function oneAtATime<T>(work: () => Promise<T>): Promise<T> {
  if (running) {
    if (waiting.length >= maxWaiting) throw new Failure('unavailable', { because: 'passwords' })
    // The finished call hands over to the next one without resetting `running`.
    await new Promise<void>((begin) => waiting.push(begin))
  }
  running = true
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next === undefined) running = false
    else next()
  }
}
