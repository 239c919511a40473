import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '../../contract/endpoints.ts'
import { isLong } from '../runtime/is-long.ts'
import { keptLog } from '../runtime/kept-log.ts'
import { openTestSession } from '../runtime/session.ts'
import { begin, type Dealing, dealings, phoneIsDue, rareDealings } from './dealings.ts'
import { exampleOf } from './examples.ts'
import { at, days, zones } from './moments.ts'
import { phoneIn, phoneOf } from './phone-canary.ts'
import { type Answer, ask, makeCall, partsOf } from './raw-call.ts'
import { newWorld, type World } from './world.ts'

const { log, lines } = keptLog()
let world: World
const addresses: string[] = []
beforeAll(openWorld)
afterAll(() => world.app.stop())

async function openWorld(): Promise<void> {
  world = await newWorld({ parts: { log } })
  const { khateeb, masjid, otherKhateeb, otherMasjid } = world
  addresses.push(...[khateeb, masjid, otherKhateeb, otherMasjid].map((it) => it.email))
}

/** Who has the khateeb's uid says so: he is in the list of khateebs, and who signs in as him is him. */
const tellsHisUid = /^(get_khateebs|get_khateeb_details|sign_in)$/

/** The day before a khutbah; in the long form each of the days around it, at one of several places in turn. */
const moments = (isLong ? days : [-1]).map((day, number) => ({
  zone: zones[number % zones.length] ?? zones[0],
  day,
}))

/** The calls to make in a dealing: all of them, but in the short form the rare ones share them. */
function callsWhile(dealing: Dealing) {
  const turn = isLong ? -1 : rareDealings.indexOf(dealing)
  return turn === -1 ? endpoints : endpoints.filter((_, number) => number % rareDealings.length === turn)
}

describe.each(dealings)('while he is %s', (dealing) => {
  // What the calls of one dealing leave behind makes the next one slower.
  beforeAll(async () => {
    if (!isLong) return
    await world.app.stop()
    await openWorld()
  })

  test.each(callsWhile(dealing))(
    'nobody else learns from $name how a khateeb is reached, nor what he has to do with a masjid',
    { timeout: 60_000 },
    async (endpoint) => {
      for (const { zone, day } of moments) {
        // Before the masjid is suspended, where it is to be.
        const ofMasjid = await openTestSession(world.app.database, world.masjid.uid)
        const stage = await begin(world, dealing, zone)
        await world.app.setNow(at(day, '12:00', zone).toISOString())
        const example = partsOf(endpoint, exampleOf(endpoint).sent(stage))
        // What an example's query leaves out of a list is in it without one.
        const asked = endpoint.query === undefined ? [example] : [example, { ...example, query: {} }]
        for (const parts of asked) {
          for (const who of [null, world.otherKhateeb, world.otherMasjid]) {
            const token = who === null ? undefined : await openTestSession(world.app.database, who.uid)
            const answer = await makeCall(world.app.baseUrl, endpoint, parts, token)
            expect(phoneOf(answer)).toBeNull()
            const secrets = [world.khateeb.email, stage.requestId, stage.assignmentId]
            if (who === null) secrets.push(world.masjid.email)
            if (!tellsHisUid.test(endpoint.name)) secrets.push(world.khateeb.uid)
            expect(secrets.filter((it) => answer.text.includes(it))).toEqual([])
          }
          // The masjid itself reads a phone in his details, when it may, and his e-mail nowhere.
          const answer = await makeCall(world.app.baseUrl, endpoint, parts, ofMasjid)
          expect(answer.text).not.toContain(world.khateeb.email)
          const may = endpoint.name === 'get_khateeb_details' && phoneIsDue(dealing, day, '12:00')
          expect([zone, day, phoneOf(answer) !== null]).toEqual([zone, day, may])
        }
      }
    },
  )
})

test('no line of the log at its most talkative has told of a phone or an e-mail', () => {
  const telling = lines.filter(
    (line) => phoneIn(line) !== null || addresses.some((address) => line.includes(address)),
  )
  expect(telling).toEqual([])
  expect(lines.length).toBeGreaterThan(4 * endpoints.length)
})

test("a masjid's e-mail is told to the signed in", async () => {
  const url = `/get_masjid_details/${world.masjid.uid}`
  const read = (token?: string): Promise<Answer> => ask(world.app.baseUrl, { method: 'GET', url, token })
  await begin(world, 'open', zones[0])
  expect((await read()).text).not.toContain(world.masjid.email)
  const token = await openTestSession(world.app.database, world.otherKhateeb.uid)
  expect((await read(token)).text).toContain(world.masjid.email)
})

test('everybody reads the name of who is confirmed', async () => {
  await begin(world, 'confirmed', zones[0])
  const url = `/get_masjid_details/${world.masjid.uid}`
  const answer = await ask(world.app.baseUrl, { method: 'GET', url })
  expect(JSON.parse(answer.text)).toMatchObject({
    khutbahs: [{ times: [{ khateeb: world.khateeb.name, standing: null, canRequest: false }] }],
  })
})
