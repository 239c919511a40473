import { describe, expect, test } from 'vitest'
import type { Endpoint, Role } from '../../contract/endpoint.ts'
import { endpoints } from '../../contract/endpoints.ts'
import { signIn, signOut } from '../../contract/identity.ts'
import { password } from '../runtime/people.ts'
import { openTestSession } from '../runtime/session.ts'
import { type AccessRow, accessTable } from './access-table.ts'
import { exampleOf } from './example-calls.ts'
import {
  findPhoneInResponse,
  type MemberName,
  members,
  roleOfMember,
  startFixture,
  unknownId,
} from './fixture.ts'
import { expectRefusal, requestOf, splitInput } from './raw-call.ts'
import { type Scenario, setUpScenario } from './scenario.ts'
import { fieldsOf } from './schema-fields.ts'
import { insertUnrelatedRecords, type UnrelatedRecords } from './unrelated-records.ts'

const fixture = await startFixture()
const { khateeb, masjid } = fixture
const { token: expiredToken } = await fixture.client().call(signIn, { email: khateeb.email, password })
await masjid.client.call(signOut, {})
// Let the sessions expire. Without "Remember me", a session lasts a day.
await fixture.setNow(new Date(Date.now() + 24 * 60 * 60 * 1_000 + 1_000).toISOString())
/** Authorization headers without a valid session token. */
const invalidHeaders = {
  nonsense: 'Bearer nonsense',
  'a made-up token': `Bearer ${'a'.repeat(43)}`,
  'a uid for a token': `Bearer ${khateeb.uid}`,
  'another scheme': `Basic ${Buffer.from(`${khateeb.email}:${password}`).toString('base64')}`,
}

const callers = ['visitor', 'expired', 'signed out', ...members] as const
type Caller = (typeof callers)[number]

const otherOfSameRole: Readonly<Record<MemberName, MemberName>> = {
  khateeb: 'otherKhateeb',
  otherKhateeb: 'khateeb',
  masjid: 'otherMasjid',
  otherMasjid: 'masjid',
}

function isMember(who: Caller): who is MemberName {
  return members.some((it) => it === who)
}

function roleOf(who: Caller): Role | null {
  return isMember(who) ? roleOfMember(who) : null
}

function rowOf(endpoint: Endpoint): AccessRow {
  const row = accessTable[endpoint.name]
  if (row === undefined) throw new Error(`access-table.ts has no row for ${endpoint.name}`)
  return row
}

/** Returns the names of a call's string fields that have an id or a uid, or a list of ids. */
function idFields(endpoint: Endpoint): string[] {
  const names = fieldsOf(endpoint).filter(
    (it) => it.type === 'string' && it.path.length === 1 && /(uid|id)s?$/i.test(String(it.path[0])),
  )
  return names.map((it) => String(it.path[0]))
}

/** The kinds of ids to send in a field. */
const idKinds = ['own', 'me', 'another', 'of another kind', 'unknown', 'malformed'] as const
type IdKind = (typeof idKinds)[number]

interface PreparedScenario {
  readonly endpoint: Endpoint
  readonly scenario: Scenario
  readonly unrelated: UnrelatedRecords
  /** Tokens of open sessions. */
  readonly tokens: Map<MemberName, string>
}

let lastPreparedScenario: PreparedScenario | undefined

/** Returns the last prepared scenario. Prepares a new one for another endpoint, or after a call that may have changed rows. */
async function prepareScenario(endpoint: Endpoint): Promise<PreparedScenario> {
  if (lastPreparedScenario?.endpoint !== endpoint) {
    const { state, by } = exampleOf(endpoint)
    const scenario = await setUpScenario(fixture, state, by === 'visitor' ? undefined : fixture[by].uid)
    lastPreparedScenario = {
      endpoint,
      scenario,
      unrelated: await insertUnrelatedRecords(fixture),
      tokens: new Map(),
    }
  }
  return lastPreparedScenario
}

/** Returns an id of this kind to send in a field. Returns undefined for `own`, because the call already contains the right id. */
function idToSend(
  { name }: Endpoint,
  field: string,
  kind: IdKind,
  who: Caller,
  { isOwn, unrelated }: { readonly isOwn: boolean; readonly unrelated: UnrelatedRecords },
) {
  if (kind === 'me') return 'me'
  if (kind === 'unknown') return unknownId
  if (kind === 'malformed') return 'not-an-id'
  if (kind === 'own') return undefined
  const ofKhateebs = /khateeb|requester|^id$/i.test(field) || (field === 'uid' && roleOf(who) === 'khateeb')
  if (kind === 'of another kind') return fixture[ofKhateebs ? 'masjid' : 'khateeb'].uid
  if (isOwn && isMember(who)) return fixture[otherOfSameRole[who]].uid
  return unrelated.idFor(name, field)
}

/** Makes the example call as a caller, with one kind of id in a field. Returns the status. */
async function statusFor(
  endpoint: Endpoint,
  who: Caller,
  field: string | null,
  kind: IdKind,
): Promise<number> {
  const { scenario, unrelated, tokens } = await prepareScenario(endpoint)
  const { own = {} } = rowOf(endpoint)
  const role = roleOf(who)
  // If the call has no field for the uid of the caller's role, the caller sends the uid in the field of the other role, and is refused.
  const ownField = role === null ? undefined : (own[role] ?? Object.values(own)[0])
  const isOwn = field === ownField
  const value = field === null ? undefined : idToSend(endpoint, field, kind, who, { isOwn, unrelated })
  const parts = splitInput(endpoint, {
    ...exampleOf(endpoint).sent(scenario),
    ...(ownField !== undefined && isMember(who) && { [ownField]: fixture[who].uid }),
    ...(field !== null && value !== undefined && { [field]: value }),
  })
  const response = await fixture.send({ ...requestOf(endpoint, parts), token: await tokenOf(who, tokens) })
  if (response.status !== 200) expectRefusal(response, response.status)
  else if (endpoint.method !== 'GET') lastPreparedScenario = undefined
  const isKhateebsOwn = /^(get|update)_user$/.test(endpoint.name) || who === 'khateeb'
  if (!isKhateebsOwn && findPhoneInResponse(response) !== null)
    throw new Error(`${endpoint.name} shows ${who} the khateeb's phone`)
  return response.status
}

async function tokenOf(who: Caller, tokens: Map<MemberName, string>): Promise<string | undefined> {
  if (who === 'visitor') return undefined
  if (who === 'expired') return expiredToken
  if (who === 'signed out') return fixture.masjid.token
  const token = tokens.get(who) ?? (await openTestSession(fixture.database, fixture[who].uid))
  tokens.set(who, token)
  return token
}

/** Returns the status that the access table expects. */
function expectedStatus(endpoint: Endpoint, who: Caller, field: string | null, kind: IdKind): number {
  const { columns, own = {}, others = {} } = rowOf(endpoint)
  const column = isMember(who) ? members.indexOf(who) + 1 : 0
  const usual = columns[column] ?? 0
  if (field === null || kind === 'own') return usual
  const role = roleOf(who)
  if (role === null && columns[0] === 401) return 401
  if (kind === 'malformed') return 400
  if (field === (role === null ? undefined : own[role])) return kind === 'me' ? usual : 403
  const named = others[field]
  // This field is for the uid of the other role. Only that role may make the call.
  if (named === undefined) return 403
  if (kind === 'me') return 400
  return (kind === 'another' ? named.another : named.unknown)[column] ?? 0
}

/** Returns each caller with each kind of id. Without a field, returns each caller with only the kind `own`. */
function callersAndKinds(field: string | null): readonly (readonly [Caller, IdKind])[] {
  return callers.flatMap((who) =>
    (field === null ? ['own' as const] : idKinds).map((kind) => [who, kind] as const),
  )
}

describe.each(endpoints)('$name', (endpoint) => {
  test('has each of its id fields in the access table', () => {
    const { own = {}, others = {} } = rowOf(endpoint)
    const listed = new Set([...Object.values(own), ...Object.keys(others)])
    expect(listed).toEqual(new Set(idFields(endpoint)))
  })

  test.each(idFields(endpoint).length === 0 ? [null] : idFields(endpoint))(
    'responds to each caller with the status in the access table, for every kind of id in the field %s',
    async (field) => {
      const actual: Record<string, number> = {}
      const expectedStatuses: Record<string, number> = {}
      for (const [who, kind] of callersAndKinds(field)) {
        expectedStatuses[`${who}: ${kind}`] = expectedStatus(endpoint, who, field, kind)
        actual[`${who}: ${kind}`] = await statusFor(endpoint, who, field, kind)
      }
      expect(actual).toEqual(expectedStatuses)
    },
  )

  test('treats a caller with an invalid Authorization header as unauthenticated', async () => {
    const [unauthenticated] = rowOf(endpoint).columns
    const right = splitInput(endpoint, exampleOf(endpoint).sent((await prepareScenario(endpoint)).scenario))
    const invalid = { params: { ...right.params, uid: 'not-an-id' }, query: { limit: '0' }, body: {} }
    const statuses: Record<string, number> = {}
    for (const [kind, authorization] of Object.entries(invalidHeaders)) {
      const { scenario } = await prepareScenario(endpoint)
      const parts =
        unauthenticated === 401 ? invalid : splitInput(endpoint, exampleOf(endpoint).sent(scenario))
      const response = await fixture.send({ ...requestOf(endpoint, parts), headers: { authorization } })
      if (response.status === 200 && endpoint.method !== 'GET') lastPreparedScenario = undefined
      expect(findPhoneInResponse(response)).toBeNull()
      statuses[kind] = response.status
    }
    expect(new Set(Object.values(statuses))).toEqual(new Set([unauthenticated]))
  })
})
