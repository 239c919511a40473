import { randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import { Failure } from '../http/failure.ts'

/** The cost of Argon2id, as its PHC string names it. */
export interface PasswordCost {
  /** KiB. */
  readonly memoryCost: number
  readonly timeCost: number
  readonly parallelism: number
}

/**
 * OWASP's first choice for Argon2id (Password Storage Cheat Sheet): 46 MiB, one pass, one lane. Argon2id is the package's
 * default.
 */
export const passwordCost: PasswordCost = { memoryCost: 47_104, timeCost: 1, parallelism: 1 }

/** Hashes passwords, and checks them. Rejects with 503 when too many calls wait. */
export interface Passwords {
  /** The Argon2id hash of a password with its salt and cost, in PHC string format. */
  hash(password: string): Promise<string>
  /**
   * Whether a password matches a stored hash. If there is no hash, because there is no such account, it verifies a dummy
   * hash, so that the response time does not reveal whether an account exists.
   */
  isCorrect(storedHash: string | undefined, password: string): Promise<boolean>
}

/** About four seconds of work on a small machine. Callers further back in the queue would time out. */
const maxWaiting = 50

/** Creates the hashing of an application. Tests use a low cost. */
export function createPasswords(cost: PasswordCost): Passwords {
  const queue = new OneAtATime()
  const dummyHash = randomHash(cost)
  return {
    hash: (password) => queue.run(() => hash(password, cost)),
    async isCorrect(storedHash, password) {
      const right = await queue.run(() => verify(storedHash ?? dummyHash, password))
      return right && storedHash !== undefined
    },
  }
}

/** A random hash with the same cost as real ones. No known password matches it. */
function randomHash({ memoryCost, timeCost, parallelism }: PasswordCost): string {
  return `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$${random(16)}$${random(32)}`
}

function random(bytes: number): string {
  return randomBytes(bytes).toString('base64').replaceAll('=', '')
}

/** Runs one hash at a time: each takes 46 MiB, so concurrent hashes would set the memory that a server needs. */
class OneAtATime {
  readonly #waiting: (() => void)[] = []
  #isRunning = false

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#isRunning) {
      if (this.#waiting.length >= maxWaiting) throw new Failure('unavailable', { because: 'passwords' })
      // The finished call hands over to the next one without resetting `#isRunning`.
      await new Promise<void>((begin) => this.#waiting.push(begin))
    }
    this.#isRunning = true
    try {
      return await work()
    } finally {
      const next = this.#waiting.shift()
      if (next === undefined) this.#isRunning = false
      else next()
    }
  }
}
