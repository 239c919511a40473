import { timingSafeEqual } from 'node:crypto'
import type { onRequestAsyncHookHandler } from 'fastify'
import { hashOf } from '../tokens.ts'
import { Failure } from './failure.ts'

/**
 * Creates a hook that responds with 404 to callers without the operator's bearer token. Local callers need it as well, because
 * behind a proxy every call seems to be local.
 */
export function requireOperatorToken(token: string): onRequestAsyncHookHandler {
  const expected = hashOf(`Bearer ${token}`)
  return async (request) => {
    // Hashes have equal lengths, as timingSafeEqual requires.
    if (!timingSafeEqual(hashOf(request.headers.authorization ?? ''), expected))
      throw new Failure('not_found')
  }
}
