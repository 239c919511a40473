import type { Endpoint } from '../../contract/endpoint.ts'
import { openTestSession } from '../runtime/session.ts'
import { exampleOf } from './example-calls.ts'
import { type Fixture, setUpScenario } from './fixture.ts'
import { type CallInput, splitInput } from './raw-call.ts'

/** The input and session of a call that succeeds. */
export interface PreparedCall {
  readonly parts: CallInput
  /** A session of an account that may make the call; undefined if the call needs none. */
  readonly token: string | undefined
}

/** Sets up the scenario of an endpoint's example call. */
export async function prepareCall(fixture: Fixture, endpoint: Endpoint): Promise<PreparedCall> {
  const { by, state, sent } = exampleOf(endpoint)
  const person = by === 'visitor' ? undefined : fixture[by]
  const scenario = await setUpScenario(fixture, state, person?.uid)
  const token = person && (await openTestSession(fixture.app.database, person.uid))
  return { parts: splitInput(endpoint, sent(scenario)), token }
}
