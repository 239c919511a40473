import { afterAll, beforeAll, expect, test } from 'vitest'
import { endpoints } from '../../contract/endpoints.ts'
import { expectStatus, makeCall } from './raw-call.ts'
import { ready } from './ready.ts'
import { snapshot } from './snapshot.ts'
import { newWorld, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await newWorld()
})
afterAll(() => world.app.stop())

/** Where accounts, their rights, slots and proposals are kept. */
const kept = [
  'accounts',
  'khateebs',
  'masjids',
  'sessions',
  'links',
  'slots',
  'proposals',
  'assignments',
  'blocks',
] as const

/** Calls of which the example changed something that is kept. */
const changing = new Set<string>()

test.each(endpoints)(
  'what $name changes of slots, proposals, accounts and rights is audited',
  async (endpoint) => {
    const { parts, token } = await ready(world, endpoint)
    const before = await snapshot(world.app.database)
    expectStatus(await makeCall(world.app.baseUrl, endpoint, parts, token), 200)
    const after = await snapshot(world.app.database)
    const changed = kept.filter((table) => before[table] !== after[table])
    if (changed.length === 0) return
    changing.add(endpoint.name)
    // A session that its owner opens is no change of a right: docs/decisions/audit.md.
    const audited = endpoint.name !== 'sign_in'
    expect({ changed, audited: after['audit'] !== before['audit'] }).toEqual({ changed, audited })
  },
)

test('every call but those that keep nothing of it was seen to change some', () => {
  const keepNothing = endpoints.filter(({ name, method }) => method !== 'GET' && !changing.has(name))
  expect(keepNothing.map(({ name }) => name).toSorted()).toEqual([
    'check_khateeb_assignment',
    'check_user_role',
    'geocode',
    'get_my_khutbahs',
    'notify_masjid',
    'send_password_reset',
    'send_verification',
    'sign_out',
  ])
})
