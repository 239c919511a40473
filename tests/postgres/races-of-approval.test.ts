import { beforeEach, expect, test } from 'vitest'
import { changeApprovedOnly, markKhateeb } from '../../contract/our-khateebs.ts'
import { insertKhateeb, insertMasjid } from '../runtime/insert-people.ts'
import { friday } from '../runtime/slots.ts'
import { expectConsistency, outboxLetters, rounds, startServerPair, tally } from './race.ts'
import { callOf, callsAbout } from './racing-calls.ts'

const pair = await startServerPair({ LIMIT_PROPOSAL: '100000/60', LIMIT_UNCONFIRMED_PROPOSAL: '100000/60' })
const [masjid, khateeb] = [await insertMasjid(pair.database), await insertKhateeb(pair.database)]
const calls = callsAbout(
  { masjidUid: masjid.uid, khutbahDate: friday, khutbahTime: '13:00' },
  masjid,
  khateeb,
)
const approvedOnlyCall = (approvedOnly: boolean) =>
  callOf(masjid, changeApprovedOnly, { masjidUid: 'me', approvedOnly })
const markCall = (mark: 'approved' | 'not_wanted' | null) =>
  callOf(masjid, markKhateeb, { masjidUid: 'me', khateebUid: khateeb.uid, mark })

beforeEach(async () => {
  await pair.database.db.deleteFrom('khateeb_marks').execute()
  await pair.callInOrder(approvedOnlyCall(false))
  await pair.clear()
  await pair.callInOrder(calls.posts)
})

/** Returns the audit's events since the last posting, oldest first. */
async function events(): Promise<string[]> {
  const rows = await pair.database.db.selectFrom('audit').orderBy('id').select('event').execute()
  const all = rows.map(({ event }) => event)
  return all.slice(all.lastIndexOf('slot_posted') + 1)
}

const cases = [
  {
    title: 'a request of a khateeb without approval while the masjid begins to take only approved khateebs',
    change: approvedOnlyCall(true),
    event: 'approved_only_set',
    proposes: calls.requests,
    sent: 'request_sent',
    refusal: 'approval_needed',
    letter: `request_received to ${masjid.email}`,
  },
  {
    title:
      'an invite to a khateeb without approval while a colleague restricts the masjid to approved khateebs',
    change: approvedOnlyCall(true),
    event: 'approved_only_set',
    proposes: calls.invites,
    sent: 'invite_sent',
    refusal: 'khateeb_not_approved',
    letter: `invite_received to ${khateeb.email}`,
  },
  {
    title: 'a request of a khateeb whom the masjid is marking as not wanted',
    change: markCall('not_wanted'),
    event: 'khateeb_marked',
    proposes: calls.requests,
    sent: 'request_sent',
    refusal: 'requests_not_taken',
    letter: `request_received to ${masjid.email}`,
  },
  {
    title: 'an invite to a khateeb whom a colleague is marking as not wanted',
    change: markCall('not_wanted'),
    event: 'khateeb_marked',
    proposes: calls.invites,
    sent: 'invite_sent',
    refusal: 'khateeb_not_wanted',
    letter: `invite_received to ${khateeb.email}`,
  },
]

test.each(cases.flatMap((it) => rounds.map((round) => ({ ...it, round }))))(
  '$title is sent before the change, or is refused (round $round)',
  async ({ change, event, proposes, sent, refusal, letter }) => {
    const [changed = [], proposed = []] = await pair.shortRace(change, proposes)
    expect(tally(changed)).toEqual({ changed: 1, same: 4 })
    const wasSent = proposed.includes('changed')
    expect(new Set(proposed)).toEqual(new Set(wasSent ? ['changed', 'same'] : [refusal]))
    expect(await events()).toEqual(wasSent ? [sent, event] : [event])
    expect(await outboxLetters(pair)).toEqual(wasSent ? [letter] : [])
    await expectConsistency(pair)
  },
)
