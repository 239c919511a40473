import { randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import { Failure } from '../http/failure.ts'

/**
 * The cost of Argon2id by OWASP's advice (Password Storage Cheat Sheet): 19 MiB, two passes, one lane. OWASP rates one pass over 46 MiB as
 * equally strong, but that setting needs 27 MiB more memory at each sign-in. Argon2id is the package's default.
 */
export const passwordCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

type PasswordCost = typeof passwordCost

/** Hashes and checks passwords. Throws `unavailable` (503) when too many calls wait. */
export type Passwords = ReturnType<typeof createPasswords>

/** The largest number of waiting calls: about five seconds of work on a small machine. Callers further back in the queue would time out. */
const maxWaitingCalls = 50

/** Creates the password hashing of an application. Tests use a low cost. */
export function createPasswords(cost: PasswordCost) {
  const run = createSerialQueue()
  const dummyHash = randomHash(cost)
  return {
    /** Returns the Argon2id hash of a password with its salt and cost, in PHC string format. */
    hash: (password: string) => run(() => hash(password, cost)),
    /**
     * Returns whether a password matches a stored hash. If there is no hash, because there is no such account, this verifies a dummy hash,
     * so that the response time does not reveal whether an account exists.
     */
    async isCorrect(storedHash: string | undefined, password: string): Promise<boolean> {
      const right = await run(() => verify(storedHash ?? dummyHash, password))
      return right && storedHash !== undefined
    },
  }
}

/** Returns a random hash with the same cost as real hashes. No known password matches it. */
function randomHash({ memoryCost, timeCost, parallelism }: PasswordCost): string {
  return `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$${random(16)}$${random(32)}`
}

function random(bytes: number): string {
  return randomBytes(bytes).toString('base64').replaceAll('=', '')
}

/**
 * Returns a function that runs one hash at a time. Each hash takes 19 MiB, so concurrent hashes would multiply the memory that a server
 * needs.
 */
function createSerialQueue() {
  let last: Promise<unknown> = Promise.resolve()
  let pending = 0
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (pending > maxWaitingCalls) throw new Failure('unavailable', { because: 'passwords' })
    pending += 1
    const result = last.then(work).finally(() => (pending -= 1))
    last = result.catch(() => undefined)
    return result
  }
}
