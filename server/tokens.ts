import { createHash, randomBytes } from 'node:crypto'

/** A secret for its bearer, and what the database keeps of it. */
export interface Token {
  /** 256 random bits in base64url: 43 characters. */
  readonly token: string
  /** Its SHA-256. That is enough for a secret nobody can guess; a password needs a slow hash. */
  readonly hash: Buffer
}

export function newToken(): Token {
  const token = randomBytes(32).toString('base64url')
  return { token, hash: hashOf(token) }
}

export function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/** Whether a text could be a token at all; what cannot be one need not be looked for. */
export function isToken(text: string): boolean {
  return /^[A-Za-z0-9_-]{43}$/.test(text)
}
