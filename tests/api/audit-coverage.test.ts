import { expect, test } from 'vitest'
import { endpoints } from '../../contract/endpoints.ts'
import { fingerprintByTable } from './database-snapshot.ts'
import { prepareCall } from './example-calls.ts'
import { startFixture } from './fixture.ts'
import { expectStatus } from './raw-call.ts'

const fixture = await startFixture()

/** The tables whose changes are audited: accounts, rights, slots and proposals. */
const auditedTables = [
  'people',
  'parties',
  'memberships',
  'calendar_addresses',
  'schedules',
  'invitations',
  'khateebs',
  'masjids',
  'sessions',
  'links',
  'second_factors',
  'recovery_codes',
  'slots',
  'proposals',
  'assignments',
  'blocks',
  'khateeb_marks',
  'availability',
  'away_dates',
  'plans',
  'planned_slots',
] as const

/** Calls whose example call changed one of these tables. */
const changingCalls = new Set<string>()

test.each(endpoints)(
  '$name is audited if it changes slots, proposals, accounts or rights, unless it is a sign-in',
  async (endpoint) => {
    const { send } = await prepareCall(fixture, endpoint)
    const before = await fingerprintByTable(fixture.database)
    expectStatus(await send(), 200)
    const after = await fingerprintByTable(fixture.database)
    const changed = auditedTables.filter((table) => before[table] !== after[table])
    if (changed.length === 0) return
    changingCalls.add(endpoint.name)
    // Signing in is not audited: docs/decisions/audit.md.
    const audited = !endpoint.name.startsWith('sign_in')
    expect({ changed, audited: after['audit'] !== before['audit'] }).toEqual({ changed, audited })
  },
)

test('every call other than GET changes an audited table, except the listed ones', () => {
  const withoutChange = endpoints.filter(({ name, method }) => method !== 'GET' && !changingCalls.has(name))
  expect(withoutChange.map(({ name }) => name).toSorted()).toEqual([
    'change_news_settings',
    'check_khateeb_assignment',
    'check_user_role',
    'confirmation_challenge',
    'geocode',
    'get_my_khutbahs',
    'look_up_answer_link',
    'look_up_invitation',
    'mark_news_read',
    'notify_masjid',
    'preview_plan',
    'send_password_reset',
    'send_verification',
    'sign_in_challenge',
    'sign_out',
    'start_authenticator_app',
    'start_passkey',
    'stop_invitations',
  ])
})
