import { timingSafeEqual } from 'node:crypto'
import type { onRequestAsyncHookHandler } from 'fastify'
import { hashOf } from '../tokens.ts'
import { Failure } from './failure.ts'

/**
 * Gives a hook that admits callers who know the operator's token (`Authorization: Bearer`). Any other caller is answered
 * with 404, wherever the call comes from: behind a proxy every call seems to come from this machine.
 */
export function requireOperatorToken(token: string): onRequestAsyncHookHandler {
  const expected = hashOf(`Bearer ${token}`)
  return async (request) => {
    // Hashes have one length, and comparing them takes the same time for any guess.
    if (!timingSafeEqual(hashOf(request.headers.authorization ?? ''), expected))
      throw new Failure('not_found')
  }
}
