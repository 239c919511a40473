import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Endpoint } from '../../contract/endpoint.ts'
import { endpoints } from '../../contract/endpoints.ts'
import { signOut } from '../../contract/identity.ts'
import { openTestSession } from '../runtime/session.ts'
import { access, type Named, type Row } from './access-table.ts'
import { exampleOf } from './examples.ts'
import { phoneOf } from './phone-canary.ts'
import { ask, expectRefusal, makeCall, partsOf, urlOf } from './raw-call.ts'
import { newWorld, nothing, type Stage, setStage, type World } from './world.ts'

let world: World
let tokens: Readonly<Record<string, string>>

beforeAll(async () => {
  world = await newWorld()
  const { app, khateeb, masjid } = world
  await masjid.client.call(signOut, {})
  // Signed in without being remembered, the khateeb's session ends after a day.
  await app.setNow(new Date(Date.now() + 24 * 60 * 60 * 1_000 + 1_000).toISOString())
  tokens = {
    'no token': '',
    nonsense: 'Bearer nonsense',
    'a made-up token': `Bearer ${'a'.repeat(43)}`,
    'a token that was signed out': `Bearer ${masjid.token}`,
    'a token that is too old': `Bearer ${khateeb.token}`,
    'a uid for a token': `Bearer ${khateeb.uid}`,
    'another scheme': `Basic ${Buffer.from(`${khateeb.email}:pulpit-of-oak`).toString('base64')}`,
  }
})
afterAll(() => world.app.stop())

const callers = ['khateeb', 'otherKhateeb', 'masjid', 'otherMasjid'] as const
type Caller = (typeof callers)[number]

const rivals: Readonly<Record<Caller, Caller>> = {
  khateeb: 'otherKhateeb',
  otherKhateeb: 'khateeb',
  masjid: 'otherMasjid',
  otherMasjid: 'masjid',
}

function rowOf(endpoint: Endpoint): Row {
  const row = access[endpoint.name]
  if (row === undefined) throw new Error(`Nobody has said who may call ${endpoint.name}`)
  return row
}

function uidOf(named: Named | Caller | 'me'): string {
  if (named === 'me') return 'me'
  if (named === 'unknown') return nothing
  return named === 'malformed' ? 'not-an-id' : world[named].uid
}

/** What the last call found, unless it may have changed it. */
let set: { readonly endpoint: Endpoint; readonly stage: Stage } | undefined

async function stageFor(endpoint: Endpoint): Promise<Stage> {
  if (set?.endpoint !== endpoint) {
    const { state, by } = exampleOf(endpoint)
    const stage = await setStage(world, state, by === 'nobody' ? undefined : world[by].uid)
    set = { endpoint, stage }
  }
  return set.stage
}

/** Makes the example's call as somebody, with some fields changed, and gives the status. */
async function statusFor(endpoint: Endpoint, who: Caller, changes: object): Promise<number> {
  const parts = partsOf(endpoint, { ...exampleOf(endpoint).sent(await stageFor(endpoint)), ...changes })
  const token = await openTestSession(world.app.database, world[who].uid)
  const answer = await makeCall(world.app.baseUrl, endpoint, parts, token)
  if (answer.status === 200) set = undefined
  else expectRefusal(answer, answer.status)
  const isOwn = /^(get|update)_user$/.test(endpoint.name) || who === 'khateeb'
  if (!isOwn && phoneOf(answer) !== null) throw new Error(`${endpoint.name} tells ${who} the khateeb's phone`)
  return answer.status
}

describe.each(endpoints)('$name', (endpoint) => {
  const { columns, others = [] } = rowOf(endpoint)
  const [forNobody] = columns

  test(`answers who isn't signed in with ${forNobody}, whatever is asked for`, async () => {
    for (const [kind, authorization] of Object.entries(tokens)) {
      const right = partsOf(endpoint, exampleOf(endpoint).sent(await stageFor(endpoint)))
      const badly = { params: { ...right.params, uid: 'not-an-id' }, query: { limit: '0' }, body: {} }
      for (const parts of forNobody === 401 ? [right, badly] : [right]) {
        const answer = await ask(world.app.baseUrl, {
          method: endpoint.method,
          url: urlOf(endpoint, parts),
          body: endpoint.method === 'GET' ? undefined : JSON.stringify(parts.body),
          headers: authorization === '' ? {} : { authorization },
        })
        if (answer.status === 200) set = undefined
        expect([kind, answer.status]).toEqual([kind, forNobody])
        expect(phoneOf(answer)).toBeNull()
      }
    }
  })

  const { by } = exampleOf(endpoint)
  test.each(others)('with the %s of %s is answered with %i', async (field, named, expected) => {
    expect(await statusFor(endpoint, by === 'nobody' ? 'khateeb' : by, { [field]: uidOf(named) })).toBe(
      expected,
    )
  })
})

describe.each(endpoints.filter((it) => rowOf(it).own === undefined))('$name', (endpoint) => {
  test.each(forCallers(endpoint))('answers the %s with %i', async (who, expected) => {
    expect(await statusFor(endpoint, who, {})).toBe(expected)
  })
})

describe.each(endpoints.filter((it) => rowOf(it).own !== undefined))('$name', (endpoint) => {
  test.each(forCallers(endpoint))('answers the %s who names himself with %i', async (who, expected) => {
    const { own = {} } = rowOf(endpoint)
    const field = own[who === 'khateeb' || who === 'otherKhateeb' ? 'khateeb' : 'masjid']
    expect(expected === 403).toBe(field === undefined)
    // Where his role has no field for himself, he names himself where the other role does, and is refused.
    const naming = (whom: Parameters<typeof uidOf>[0]) =>
      statusFor(endpoint, who, { [field ?? Object.values(own)[0] ?? '']: uidOf(whom) })
    expect({
      own: await naming(who),
      me: await naming('me'),
      another: await naming(rivals[who]),
      unknown: await naming('unknown'),
      malformed: await naming('malformed'),
    }).toEqual({ own: expected, me: expected, another: 403, unknown: 403, malformed: 400 })
  })
})

function forCallers(endpoint: Endpoint): [Caller, number][] {
  const [, ...statuses] = rowOf(endpoint).columns
  return callers.map((who, index) => [who, statuses[index] ?? 0])
}
