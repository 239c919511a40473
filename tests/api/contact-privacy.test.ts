import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '../../contract/endpoints.ts'
import { captureLog } from '../runtime/captured-log.ts'
import { isVerifyRun } from '../runtime/is-verify-run.ts'
import { openTestSession } from '../runtime/session.ts'
import { exampleOf } from './example-calls.ts'
import { findPhone, findPhoneInAnswer } from './find-phone.ts'
import { type Fixture, startFixture } from './fixture.ts'
import { type Answer, ask, makeCall, partsOf } from './raw-call.ts'
import {
  masjidMaySeePhone,
  type Relationship,
  rareRelationships,
  relationships,
  setUpRelationship,
} from './relationships.ts'
import { dayOffsets, instantAt, timeZones } from './slot-timeline.ts'

const { log, lines } = captureLog()
let fixture: Fixture
const addresses: string[] = []
beforeAll(openWorld)
afterAll(() => fixture.app.stop())

async function openWorld(): Promise<void> {
  fixture = await startFixture({ parts: { log } })
  const { khateeb, masjid, otherKhateeb, otherMasjid } = fixture
  addresses.push(...[khateeb, masjid, otherKhateeb, otherMasjid].map((it) => it.email))
}

/** Who has the khateeb's uid says so: he is in the list of khateebs, and who signs in as him is him. */
const tellsHisUid = /^(get_khateebs|get_khateeb_details|sign_in)$/

/** The day before a khutbah; in the long form each of the days around it, at one of several places in turn. */
const moments = (isVerifyRun ? dayOffsets : [-1]).map((day, number) => ({
  zone: timeZones[number % timeZones.length] ?? timeZones[0],
  day,
}))

/** The calls to make in a dealing: all of them, but in the short form the rare ones share them. */
function callsWhile(relationship: Relationship) {
  const turn = isVerifyRun ? -1 : rareRelationships.indexOf(relationship)
  return turn === -1 ? endpoints : endpoints.filter((_, number) => number % rareRelationships.length === turn)
}

describe.each(relationships)('while he is %s', (relationship) => {
  // What the calls of one dealing leave behind makes the next one slower.
  beforeAll(async () => {
    if (!isVerifyRun) return
    await fixture.app.stop()
    await openWorld()
  })

  test.each(callsWhile(relationship))(
    'nobody else learns from $name how a khateeb is reached, nor what he has to do with a masjid',
    { timeout: 60_000 },
    async (endpoint) => {
      for (const { zone, day } of moments) {
        // Before the masjid is suspended, where it is to be.
        const ofMasjid = await openTestSession(fixture.app.database, fixture.masjid.uid)
        const scenario = await setUpRelationship(fixture, relationship, zone)
        await fixture.app.setNow(instantAt(day, '12:00', zone).toISOString())
        const example = partsOf(endpoint, exampleOf(endpoint).sent(scenario))
        // What an example's query leaves out of a list is in it without one.
        const asked = endpoint.query === undefined ? [example] : [example, { ...example, query: {} }]
        for (const parts of asked) {
          for (const who of [null, fixture.otherKhateeb, fixture.otherMasjid]) {
            const token = who === null ? undefined : await openTestSession(fixture.app.database, who.uid)
            const answer = await makeCall(fixture.app.baseUrl, endpoint, parts, token)
            expect(findPhoneInAnswer(answer)).toBeNull()
            const secrets = [fixture.khateeb.email, scenario.requestId, scenario.assignmentId]
            if (who === null) secrets.push(fixture.masjid.email)
            if (!tellsHisUid.test(endpoint.name)) secrets.push(fixture.khateeb.uid)
            expect(secrets.filter((it) => answer.text.includes(it))).toEqual([])
          }
          // The masjid itself reads a phone in his details, when it may, and his e-mail nowhere.
          const answer = await makeCall(fixture.app.baseUrl, endpoint, parts, ofMasjid)
          expect(answer.text).not.toContain(fixture.khateeb.email)
          const may = endpoint.name === 'get_khateeb_details' && masjidMaySeePhone(relationship, day, '12:00')
          expect([zone, day, findPhoneInAnswer(answer) !== null]).toEqual([zone, day, may])
        }
      }
    },
  )
})

test('no line of the log at its most talkative has told of a phone or an e-mail', () => {
  const telling = lines.filter(
    (line) => findPhone(line) !== null || addresses.some((address) => line.includes(address)),
  )
  expect(telling).toEqual([])
  expect(lines.length).toBeGreaterThan(4 * endpoints.length)
})

test("a masjid's e-mail is told to the signed in", async () => {
  const url = `/get_masjid_details/${fixture.masjid.uid}`
  const read = (token?: string): Promise<Answer> => ask(fixture.app.baseUrl, { method: 'GET', url, token })
  await setUpRelationship(fixture, 'open', timeZones[0])
  expect((await read()).text).not.toContain(fixture.masjid.email)
  const token = await openTestSession(fixture.app.database, fixture.otherKhateeb.uid)
  expect((await read(token)).text).toContain(fixture.masjid.email)
})

test('everybody reads the name of who is confirmed', async () => {
  await setUpRelationship(fixture, 'confirmed', timeZones[0])
  const url = `/get_masjid_details/${fixture.masjid.uid}`
  const answer = await ask(fixture.app.baseUrl, { method: 'GET', url })
  expect(JSON.parse(answer.text)).toMatchObject({
    khutbahs: [{ times: [{ khateeb: fixture.khateeb.name, standing: null, canRequest: false }] }],
  })
})
