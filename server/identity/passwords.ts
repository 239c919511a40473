import { randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import { Failure } from '../http/failure.ts'

/** OWASP's first choice for Argon2id (Password Storage Cheat Sheet): 46 MiB, one pass, one lane. The package takes Argon2id unasked. */
const cost = { memoryCost: 47_104, timeCost: 1, parallelism: 1 }

/** About four seconds of work on a small machine: whoever comes later would have given up before its turn. */
const maxWaiting = 50

let running = false
const waiting: (() => void)[] = []

/** The Argon2id hash of a password, with its salt and cost (PHC string format). */
export function hashPassword(password: string): Promise<string> {
  return oneAtATime(() => hash(password, cost))
}

/**
 * Whether a password is the one of a stored hash. Without a hash (there is no such account) the same work is done in
 * vain, so that the time an answer takes doesn't tell whether there is one.
 */
export async function isCorrectPassword(storedHash: string | undefined, password: string): Promise<boolean> {
  const right = await oneAtATime(() => verify(storedHash ?? dummyHash, password))
  return right && storedHash !== undefined
}

/** Looks like the hash of a password, at the same cost, but no password was ever hashed to it. */
const dummyHash = `$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}$${random(16)}$${random(32)}`

function random(bytes: number): string {
  return randomBytes(bytes).toString('base64').replaceAll('=', '')
}

/** One after the other: each takes 46 MiB, and the memory of all at once would decide how much a server needs. */
async function oneAtATime<T>(work: () => Promise<T>): Promise<T> {
  if (running) {
    if (waiting.length >= maxWaiting) throw new Failure('unavailable', { because: 'passwords' })
    // Whoever ends hands its place on, so that `running` stays as it is.
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
