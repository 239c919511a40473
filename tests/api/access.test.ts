import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Endpoint } from '../../contract/endpoint.ts'
import { endpoints } from '../../contract/endpoints.ts'
import { signOut } from '../../contract/identity.ts'
import { openTestSession } from '../runtime/session.ts'
import { access, type Row } from './access-table.ts'
import { exampleOf } from './example-calls.ts'
import { findPhoneInAnswer } from './find-phone.ts'
import { type Fixture, type Scenario, setUpScenario, startFixture, unknownId } from './fixture.ts'
import { ask, expectRefusal, makeCall, partsOf, urlOf } from './raw-call.ts'
import { fieldsOf } from './schema-fields.ts'
import { insertUnrelatedRecords, type UnrelatedRecords } from './unrelated-records.ts'

let fixture: Fixture
/** What isn't a session, in the Authorization header. */
let notSessions: Readonly<Record<string, string>>

beforeAll(async () => {
  fixture = await startFixture()
  const { app, khateeb, masjid } = fixture
  await masjid.client.call(signOut, {})
  // Signed in without being remembered, the khateeb's session ends after a day.
  await app.setNow(new Date(Date.now() + 24 * 60 * 60 * 1_000 + 1_000).toISOString())
  notSessions = {
    nonsense: 'Bearer nonsense',
    'a made-up token': `Bearer ${'a'.repeat(43)}`,
    'a uid for a token': `Bearer ${khateeb.uid}`,
    'another scheme': `Basic ${Buffer.from(`${khateeb.email}:pulpit-of-oak`).toString('base64')}`,
  }
})
afterAll(() => fixture.app.stop())

const members = ['khateeb', 'otherKhateeb', 'masjid', 'otherMasjid'] as const
type Member = (typeof members)[number]
const callers = ['nobody', 'expired', 'signed out', ...members] as const
type Caller = (typeof callers)[number]

const rivals: Readonly<Record<Member, Member>> = {
  khateeb: 'otherKhateeb',
  otherKhateeb: 'khateeb',
  masjid: 'otherMasjid',
  otherMasjid: 'masjid',
}

function roleOf(who: Caller): 'khateeb' | 'masjid' | null {
  if (who === 'khateeb' || who === 'otherKhateeb') return 'khateeb'
  return who === 'masjid' || who === 'otherMasjid' ? 'masjid' : null
}

function rowOf(endpoint: Endpoint): Row {
  const row = access[endpoint.name]
  if (row === undefined) throw new Error(`Nobody has said who may call ${endpoint.name}`)
  return row
}

/** The fields of a call that name somebody or something. */
function naming(endpoint: Endpoint): string[] {
  const names = fieldsOf(endpoint).filter(
    (it) => it.path.length === 1 && /(uid|id)$/i.test(String(it.path[0])),
  )
  return names.map((it) => String(it.path[0]))
}

/** What a field is made to name. */
const kinds = ['own', 'me', 'another', 'of another kind', 'unknown', 'malformed'] as const
type Kind = (typeof kinds)[number]

interface Scene {
  readonly endpoint: Endpoint
  readonly stage: Scenario
  readonly elsewhere: UnrelatedRecords
  /** Sessions that are open. */
  readonly tokens: Map<Member, string>
}

let set: Scene | undefined

/** What the last call found, unless it may have changed it. */
async function stageFor(endpoint: Endpoint): Promise<Scene> {
  if (set?.endpoint !== endpoint) {
    const { state, by } = exampleOf(endpoint)
    const scenario = await setUpScenario(fixture, state, by === 'nobody' ? undefined : fixture[by].uid)
    set = { endpoint, stage: scenario, elsewhere: await insertUnrelatedRecords(fixture), tokens: new Map() }
  }
  return set
}

function isMember(who: Caller): who is Member {
  return roleOf(who) !== null
}

/** Whom or what a field names; undefined leaves what the example has. */
function valueOf(
  { name }: Endpoint,
  field: string,
  kind: Kind,
  who: Caller,
  { isOwn, elsewhere }: { readonly isOwn: boolean; readonly elsewhere: UnrelatedRecords },
) {
  if (kind === 'me') return 'me'
  if (kind === 'unknown') return unknownId
  if (kind === 'malformed') return 'not-an-id'
  if (kind === 'own') return undefined
  const ofKhateebs = /khateeb|requester|^id$/i.test(field) || (field === 'uid' && roleOf(who) === 'khateeb')
  if (kind === 'of another kind') return fixture[ofKhateebs ? 'masjid' : 'khateeb'].uid
  if (isOwn && isMember(who)) return fixture[rivals[who]].uid
  return elsewhere.named(name, field)
}

/** The example's call as somebody, with a field naming something; gives the status. */
async function statusFor(endpoint: Endpoint, who: Caller, field: string | null, kind: Kind): Promise<number> {
  const { stage: scenario, elsewhere, tokens } = await stageFor(endpoint)
  const { own = {} } = rowOf(endpoint)
  const role = roleOf(who)
  // Where his role has no field for himself, he names himself where the other role does, and is refused.
  const ownField = role === null ? undefined : (own[role] ?? Object.values(own)[0])
  const isOwn = field === ownField
  const value = field === null ? undefined : valueOf(endpoint, field, kind, who, { isOwn, elsewhere })
  const parts = partsOf(endpoint, {
    ...exampleOf(endpoint).sent(scenario),
    ...(ownField !== undefined && isMember(who) && { [ownField]: fixture[who].uid }),
    ...(field !== null && value !== undefined && { [field]: value }),
  })
  const answer = await makeCall(fixture.app.baseUrl, endpoint, parts, await tokenOf(who, tokens))
  if (answer.status !== 200) expectRefusal(answer, answer.status)
  else if (endpoint.method !== 'GET') set = undefined
  const isHis = /^(get|update)_user$/.test(endpoint.name) || who === 'khateeb'
  if (!isHis && findPhoneInAnswer(answer) !== null)
    throw new Error(`${endpoint.name} tells ${who} the khateeb's phone`)
  return answer.status
}

async function tokenOf(who: Caller, tokens: Map<Member, string>): Promise<string | undefined> {
  if (who === 'nobody') return undefined
  if (who === 'expired') return fixture.khateeb.token
  if (who === 'signed out') return fixture.masjid.token
  const token = tokens.get(who) ?? (await openTestSession(fixture.app.database, fixture[who].uid))
  tokens.set(who, token)
  return token
}

/** What the table says of a cell. */
function expected(endpoint: Endpoint, who: Caller, field: string | null, kind: Kind): number {
  const { columns, own = {}, others = {} } = rowOf(endpoint)
  const column = isMember(who) ? members.indexOf(who) + 1 : 0
  const usual = columns[column] ?? 0
  if (field === null || kind === 'own') return usual
  const role = roleOf(who)
  if (role === null && columns[0] === 401) return 401
  if (kind === 'malformed') return 400
  if (field === (role === null ? undefined : own[role])) return kind === 'me' ? usual : 403
  const named = others[field]
  // It is where the other role names itself, and his may not make the call at all.
  if (named === undefined) return 403
  if (kind === 'me') return 400
  return (kind === 'another' ? named.another : named.unknown)[column] ?? 0
}

type Grid = Record<string, Record<string, number>>

/** Every cell of a call and a field. */
function cells(field: string | null): readonly (readonly [Caller, Kind])[] {
  return callers.flatMap((who) =>
    (field === null ? ['own' as const] : kinds).map((kind) => [who, kind] as const),
  )
}

describe.each(endpoints)('$name', (endpoint) => {
  test('has a row that tells of every field which names something', () => {
    const { own = {}, others = {} } = rowOf(endpoint)
    const told = new Set([...Object.values(own), ...Object.keys(others)])
    expect(told).toEqual(new Set(naming(endpoint)))
  })

  test.each(naming(endpoint).length === 0 ? [null] : naming(endpoint))(
    'answers each caller as the table says, whatever he names as %s',
    async (field) => {
      const answered: Grid = {}
      const should: Grid = {}
      for (const [who, kind] of cells(field)) {
        should[who] = { ...should[who], [kind]: expected(endpoint, who, field, kind) }
        answered[who] = { ...answered[who], [kind]: await statusFor(endpoint, who, field, kind) }
      }
      expect(answered).toEqual(should)
    },
  )

  test("takes nothing for a session that isn't one, whatever is asked for", async () => {
    const [forNobody] = rowOf(endpoint).columns
    const right = partsOf(endpoint, exampleOf(endpoint).sent((await stageFor(endpoint)).stage))
    const badly = { params: { ...right.params, uid: 'not-an-id' }, query: { limit: '0' }, body: {} }
    const statuses: Record<string, number> = {}
    for (const [kind, authorization] of Object.entries(notSessions)) {
      const { stage: scenario } = await stageFor(endpoint)
      const parts = forNobody === 401 ? badly : partsOf(endpoint, exampleOf(endpoint).sent(scenario))
      const answer = await ask(fixture.app.baseUrl, {
        method: endpoint.method,
        url: urlOf(endpoint, parts),
        body: endpoint.method === 'GET' ? undefined : JSON.stringify(parts.body),
        headers: { authorization },
      })
      if (answer.status === 200 && endpoint.method !== 'GET') set = undefined
      expect(findPhoneInAnswer(answer)).toBeNull()
      statuses[kind] = answer.status
    }
    expect(new Set(Object.values(statuses))).toEqual(new Set([forNobody]))
  })
})
