import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '../../contract/endpoints.ts'
import { captureLog } from '../runtime/captured-log.ts'
import { isVerifyRun } from '../runtime/is-verify-run.ts'
import { insertSessionOfPerson } from '../runtime/session.ts'
import { exampleOf } from './example-calls.ts'
import {
  type Fixture,
  findPhone,
  findPhoneInResponse,
  type MemberName,
  members,
  startFixture,
} from './fixture.ts'
import { requestOf, splitInput } from './raw-call.ts'
import {
  masjidMaySeePhone,
  type Relationship,
  rareRelationships,
  relationships,
  setUpRelationship,
} from './relationships.ts'
import type { Scenario } from './scenario.ts'
import { dayOffsets, instantAt, timeZones } from './slot-timeline.ts'

const { log, lines } = captureLog()
const addresses: string[] = []
let fixture = await openFixture()
afterAll(() => fixture.stop())

async function openFixture(): Promise<Fixture> {
  const opened = await startFixture({ parts: { log } })
  addresses.push(...members.map((it) => opened[it].email))
  return opened
}

/** Opens a new session, because an earlier call may have deleted the account and its sessions. */
async function tokenOf(member: MemberName): Promise<string> {
  return (await insertSessionOfPerson(fixture.database, fixture.personIds[member])).token
}

/** The name of the masjid's owner. Only members of the masjid may see it. */
const ownerName = 'Aisha Colleague'

async function setOwnerName(): Promise<void> {
  const owner = fixture.database.db.updateTable('people').where('id', '=', fixture.personIds.masjid)
  await owner.set({ name: ownerName }).execute()
}

/**
 * Calls that return the khateeb's uid by design: the list and the details of khateebs, his own sign-in, and the look-up of the link in his
 * own letter.
 */
const callsWithKhateebUid = /^(get_khateebs|get_khateeb_details|sign_in|look_up_answer_link)$/

/**
 * When the calls are made: on the day before the khutbah. `npm run verify` makes them on each day around the khutbah, each day in one of
 * the time zones.
 */
const moments = (isVerifyRun ? dayOffsets : [-1]).map((day, number) => ({
  zone: timeZones[number % timeZones.length] ?? timeZones[0],
  day,
}))

/** Returns the calls to make in a relationship: all calls or, without `npm run verify`, a part of them if the relationship is rare. */
function callsIn(relationship: Relationship) {
  const turn = isVerifyRun ? -1 : rareRelationships.indexOf(relationship)
  return turn === -1 ? endpoints : endpoints.filter((_, number) => number % rareRelationships.length === turn)
}

interface RelationshipSetup {
  readonly relationship: Relationship
  readonly moment: (typeof moments)[number]
  readonly scenario: Scenario
  /** Tokens of open sessions. */
  readonly tokens: Readonly<Record<MemberName, string>>
}

let lastSetup: RelationshipSetup | undefined

/** Returns the setup of the last call. Makes a new setup for another relationship or moment, or after a call that may have changed rows. */
async function prepareSetup(
  relationship: Relationship,
  moment: RelationshipSetup['moment'],
): Promise<RelationshipSetup> {
  if (lastSetup?.relationship === relationship && lastSetup.moment === moment) return lastSetup
  // Open the sessions first, because some relationships suspend an account.
  const tokens = {
    khateeb: await tokenOf('khateeb'),
    otherKhateeb: await tokenOf('otherKhateeb'),
    masjid: await tokenOf('masjid'),
    otherMasjid: await tokenOf('otherMasjid'),
  }
  const scenario = await setUpRelationship(fixture, relationship, moment.zone)
  await setOwnerName()
  await fixture.setNow(instantAt(moment.day, '12:00', moment.zone).toISOString())
  lastSetup = { relationship, moment, scenario, tokens }
  return lastSetup
}

describe.each(relationships)('in the relationship %s', (relationship) => {
  // Use a fresh database for each relationship, because the rows of earlier relationships slow the calls down.
  beforeAll(async () => {
    if (!isVerifyRun) return
    await fixture.stop()
    fixture = await openFixture()
  })

  test.each(callsIn(relationship))(
    '$name does not reveal contacts, proposals or members of a khateeb and a masjid to others',
    { timeout: 60_000 },
    async (endpoint) => {
      for (const moment of moments) {
        const { scenario, tokens } = await prepareSetup(relationship, moment)
        const example = splitInput(endpoint, exampleOf(endpoint).sent(scenario))
        // Make the call also without a query, because the query of an example filters the list.
        const asked = endpoint.query === undefined ? [example] : [example, { ...example, query: {} }]
        for (const parts of asked) {
          const call = (token?: string) => fixture.send({ ...requestOf(endpoint, parts), token })
          for (const who of [null, 'otherKhateeb', 'otherMasjid'] as const) {
            const response = await call(who === null ? undefined : tokens[who])
            expect(findPhoneInResponse(response)).toBeNull()
            const secrets = [fixture.khateeb.email, scenario.requestId, scenario.assignmentId, ownerName]
            if (who === null) secrets.push(fixture.masjid.email)
            if (!callsWithKhateebUid.test(endpoint.name)) secrets.push(fixture.khateeb.uid)
            expect(secrets.filter((it) => response.text.includes(it))).toEqual([])
          }
          expect((await call(tokens.khateeb)).text).not.toContain(ownerName)
          // The masjid may see the phone in the khateeb's details at certain times, but never his email.
          const response = await call(tokens.masjid)
          expect(response.text).not.toContain(fixture.khateeb.email)
          const { zone, day } = moment
          const may = endpoint.name === 'get_khateeb_details' && masjidMaySeePhone(relationship, day, '12:00')
          expect([zone, day, findPhoneInResponse(response) !== null]).toEqual([zone, day, may])
        }
        if (endpoint.method !== 'GET') lastSetup = undefined
      }
    },
  )
})

test('the log has no phone and no email, even at level trace', () => {
  const leaking = lines.filter(
    (line) => findPhone(line) !== null || addresses.some((address) => line.includes(address)),
  )
  expect(leaking).toEqual([])
  expect(lines.length).toBeGreaterThan(4 * endpoints.length)
})

test('the name of a confirmed khateeb is public by default', async () => {
  await setUpRelationship(fixture, 'confirmed', timeZones[0])
  const { text } = await fixture.send({ url: `/get_masjid_details/${fixture.masjid.uid}` })
  expect(JSON.parse(text)).toMatchObject({
    khutbahs: [{ times: [{ khateeb: fixture.khateeb.name, standing: null, canRequest: false }] }],
  })
})

test('the slot history shows a masjid the name of its member who acted', async () => {
  const token = await tokenOf('masjid')
  await setUpRelationship(fixture, 'removed', timeZones[0])
  await setOwnerName()
  const { text } = await fixture.send({ url: '/masjids/me/slot_history', token })
  expect(text).toContain(ownerName)
})
