import { afterAll, beforeAll, expect, test } from 'vitest'
import { endpoints } from '../../contract/endpoints.ts'
import { snapshot } from './database-snapshot.ts'
import { type Fixture, startFixture } from './fixture.ts'
import { prepareCall } from './prepare-call.ts'
import { expectStatus, makeCall } from './raw-call.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await startFixture()
})
afterAll(() => fixture.app.stop())

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
    const { parts, token } = await prepareCall(fixture, endpoint)
    const before = await snapshot(fixture.app.database)
    expectStatus(await makeCall(fixture.app.baseUrl, endpoint, parts, token), 200)
    const after = await snapshot(fixture.app.database)
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
