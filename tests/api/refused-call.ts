import { afterEach, beforeAll, expect } from 'vitest'
import type { Endpoint } from '../../contract/endpoint.ts'
import { fingerprintByTable } from './database-snapshot.ts'
import { type PreparedCall, prepareCall } from './example-calls.ts'
import type { Fixture } from './fixture.ts'

/**
 * Prepares the example call of an endpoint for all tests of the surrounding `describe`. In each of them, the server must refuse the call.
 * The tests share one scenario, because refused calls change nothing. After each test, expects that nothing has changed.
 * @returns a function that returns the prepared call, for use in a test
 */
export function prepareRefusedCall(fixture: Fixture, endpoint: Endpoint): () => PreparedCall {
  let prepared: PreparedCall
  let before: Record<string, string>
  beforeAll(async () => {
    prepared = await prepareCall(fixture, endpoint)
    before = await fingerprintByTable(fixture.database)
  })
  afterEach(async () => expect(await fingerprintByTable(fixture.database)).toEqual(before))
  return () => prepared
}
