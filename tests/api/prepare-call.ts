import type { Endpoint } from '../../contract/endpoint.ts'
import { openTestSession } from '../runtime/session.ts'
import { exampleOf } from './example-calls.ts'
import { type Fixture, setUpScenario } from './fixture.ts'
import { type Parts, partsOf } from './raw-call.ts'

/** A call that will be answered with 200. */
export interface PreparedCall {
  readonly parts: Parts
  /** A session of who may make it; undefined where nobody needs one. */
  readonly token: string | undefined
}

/** Sets the stage for an endpoint's example. */
export async function prepareCall(fixture: Fixture, endpoint: Endpoint): Promise<PreparedCall> {
  const { by, state, sent } = exampleOf(endpoint)
  const person = by === 'nobody' ? undefined : fixture[by]
  const scenario = await setUpScenario(fixture, state, person?.uid)
  const token = person && (await openTestSession(fixture.app.database, person.uid))
  return { parts: partsOf(endpoint, sent(scenario)), token }
}
