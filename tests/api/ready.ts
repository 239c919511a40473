import type { Endpoint } from '../../contract/endpoint.ts'
import { openTestSession } from '../runtime/session.ts'
import { exampleOf } from './examples.ts'
import { type Parts, partsOf } from './raw-call.ts'
import { setStage, type World } from './world.ts'

/** A call that will be answered with 200. */
export interface Ready {
  readonly parts: Parts
  /** A session of who may make it; undefined where nobody needs one. */
  readonly token: string | undefined
}

/** Sets the stage for an endpoint's example. */
export async function ready(world: World, endpoint: Endpoint): Promise<Ready> {
  const { by, state, sent } = exampleOf(endpoint)
  const person = by === 'nobody' ? undefined : world[by]
  const stage = await setStage(world, state, person?.uid)
  const token = person && (await openTestSession(world.app.database, person.uid))
  return { parts: partsOf(endpoint, sent(stage)), token }
}
