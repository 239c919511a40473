import { describe, expect, test } from 'vitest'
import { actingUidHeader } from '../../contract/client.ts'
import type { Endpoint, MemberRole } from '../../contract/endpoint.ts'
import { endpoints } from '../../contract/endpoints.ts'
import { createPasswords } from '../../server/identity/passwords.ts'
import { insertMember, joinMasjid } from '../runtime/add-member.ts'
import { cheapPasswordCost } from '../runtime/app.ts'
import { password } from '../runtime/people.ts'
import { insertSessionOfPerson } from '../runtime/session.ts'
import { type AccessRow, accessTable, lowestRoleFor } from './access-table.ts'
import { exampleOf } from './example-calls.ts'
import { findPhoneInResponse, type MemberName, startFixture } from './fixture.ts'
import { expectStatus, requestOf, splitInput } from './raw-call.ts'
import { setUpScenario } from './scenario.ts'

const fixture = await startFixture()
const { db } = fixture.database
const passwordHash = await createPasswords(cheapPasswordCost).hash(password)

const roles: readonly MemberRole[] = ['viewer', 'scheduler', 'owner']
const columns = { khateeb: 1, masjid: 3, otherMasjid: 4 } as const
type Party = keyof typeof columns

function rowOf({ name }: Endpoint): AccessRow {
  const row = accessTable[name]
  if (row === undefined) throw new Error(`access-table.ts has no row for ${name}`)
  return row
}

/** Returns the expected status for a party's member with this role: the status in the access table, or 403 if the role is too low. */
function expectedStatus(endpoint: Endpoint, party: Party, role: MemberRole = 'owner'): number {
  const status = rowOf(endpoint).columns[columns[party]]
  return roles.indexOf(role) < roles.indexOf(lowestRoleFor(endpoint)) && status !== 401 ? 403 : status
}

/**
 * Returns the field in which a party sends its own uid, or else the field for the uid of the other role. Undefined if the call has neither.
 */
function ownFieldOf(endpoint: Endpoint, party: Party): string | undefined {
  const { own = {} } = rowOf(endpoint)
  return own[party === 'khateeb' ? 'khateeb' : 'masjid'] ?? Object.values(own)[0]
}

/** Makes the example call of an endpoint for a party, as the person whose id `join` returns. */
async function callFor(
  endpoint: Endpoint,
  party: Party,
  join: () => Promise<string>,
  { names = party, acting }: { readonly names?: MemberName; readonly acting?: Party } = {},
) {
  const { state, sent } = exampleOf(endpoint)
  const scenario = await setUpScenario(fixture, state, fixture[party].uid)
  const personId = await join()
  const { token } = await insertSessionOfPerson(fixture.database, personId)
  return send(endpoint, party, sent(scenario), token, { names, acting })
}

/** Sends a call for a party. The party's own field has the uid of `names`, and the header has the uid of `acting`. */
function send(
  endpoint: Endpoint,
  party: Party,
  sent: object,
  token: string,
  { names, acting }: { readonly names: MemberName; readonly acting: Party | undefined },
) {
  const own = ownFieldOf(endpoint, party)
  const parts = splitInput(endpoint, { ...sent, ...(own !== undefined && { [own]: fixture[names].uid }) })
  const headers = acting === undefined ? undefined : { [actingUidHeader]: fixture[acting].uid }
  return fixture.send({ ...requestOf(endpoint, parts), token, ...(headers && { headers }) })
}

/** The parties of the person from `joinBothMasjids`, with the person's role in each party. */
const parties = [
  ['khateeb', 'owner'],
  ['masjid', 'owner'],
  ['otherMasjid', 'scheduler'],
] as const

/** Makes the khateeb an owner of one masjid and a scheduler of the other masjid. Returns the khateeb's person id. */
async function joinBothMasjids(): Promise<string> {
  await joinMasjid(db, fixture.personIds.khateeb, fixture.masjid.uid, 'owner')
  await joinMasjid(db, fixture.personIds.khateeb, fixture.otherMasjid.uid, 'scheduler')
  return fixture.personIds.khateeb
}

const memberEndpoints = endpoints.filter((it) => it.access !== 'anyone')

/**
 * Calls that depend on the person, not on the party for which the person acts. In the examples, the session and the invitation belong to
 * another person, and the acting person is already a khateeb, so these calls may fail with 404 or 409.
 */
const personCalls = ['revoke_session', 'become_khateeb', 'accept_invitation']

describe.each(memberEndpoints)('$name', (endpoint) => {
  test('the call responds with the expected status to a member of each role', async () => {
    const statuses: Record<string, number> = {}
    for (const role of roles) {
      const response = await callFor(endpoint, 'masjid', () =>
        insertMember(db, fixture.masjid.uid, role, passwordHash),
      )
      statuses[role] = response.status
      if (role === 'viewer' && findPhoneInResponse(response) !== null)
        throw new Error(`${endpoint.name} shows a viewer the khateeb's phone`)
    }
    expect(statuses).toEqual(
      Object.fromEntries(roles.map((role) => [role, expectedStatus(endpoint, 'masjid', role)])),
    )
  })

  test('the call about one masjid responds with the expected status to an owner who acts for another masjid', async () => {
    const response = await callFor(endpoint, 'otherMasjid', () =>
      insertMember(db, fixture.otherMasjid.uid, 'owner', passwordHash),
    )
    expectStatus(response, expectedStatus(endpoint, 'otherMasjid'))
  })

  test('the call refuses a removed member (401)', async () => {
    const response = await callFor(endpoint, 'masjid', async () => {
      const personId = await insertMember(db, fixture.masjid.uid, 'owner', passwordHash)
      await db.deleteFrom('memberships').where('person_id', '=', personId).execute()
      return personId
    })
    expectStatus(response, 401)
  })

  test('the call acts for the party in the X-Minbar-Uid header or, without this header, for the party whose uid the call contains', async () => {
    for (const [party, role] of parties) {
      const status = expectedStatus(endpoint, party, role)
      const acting = await callFor(endpoint, party, joinBothMasjids, { acting: party })
      expect(personCalls.includes(endpoint.name) ? [200, 404, 409] : [status]).toContain(acting.status)
      // Without the header, the person acts for the party whose uid the call sends.
      const named = rowOf(endpoint).own?.[party === 'khateeb' ? 'khateeb' : 'masjid'] !== undefined
      if (named) expectStatus(await callFor(endpoint, party, joinBothMasjids), status)
      if (!named || party === 'khateeb' || rowOf(endpoint).own?.khateeb !== undefined) continue
      // The header has priority over the masjid's own field, even if this field has the uid of another party of the person.
      expectStatus(await callFor(endpoint, party, joinBothMasjids, { acting: 'khateeb' }), 403)
    }
  })

  test('the call is refused (401) for a party of which the person is not a member', async () => {
    const response = await callFor(endpoint, 'masjid', async () => fixture.personIds.khateeb, {
      acting: 'masjid',
    })
    expectStatus(response, 401)
  })
})

const withoutExportTime = (text: string = '') => text.replace(/"exportedAt":"[^"]*"/u, '')

describe.each(memberEndpoints.filter(({ method }) => method === 'GET'))('$name', (endpoint) => {
  test('concurrent calls of one session for different parties each get the data of their party', async () => {
    const { state, sent } = exampleOf(endpoint)
    const scenario = await setUpScenario(fixture, state)
    const { token } = await insertSessionOfPerson(fixture.database, await joinBothMasjids())
    const read = (party: Party) =>
      send(endpoint, party, sent(scenario), token, { names: party, acting: party })
    const together = await Promise.all(parties.map(([party]) => read(party)))
    const statuses = parties.map(([party, role]) => expectedStatus(endpoint, party, role))
    expect(together.map(({ status }) => status)).toEqual(statuses)
    for (const [number, [party]] of parties.entries())
      expect(withoutExportTime(together[number]?.text)).toBe(withoutExportTime((await read(party)).text))
  })
})
