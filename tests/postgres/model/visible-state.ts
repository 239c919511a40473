import { getMasjidDetails } from '../../../contract/directory.ts'
import type { OutputOf } from '../../../contract/endpoint.ts'
import { getMyKhutbahs } from '../../../contract/khutbahs.ts'
import { getArchivedKhutbahs, getMasjid, getUser } from '../../../contract/own-records.ts'
import { listQueuedLetters } from '../../runtime/slots.ts'
import type { History, Proposal, Slot } from './history.ts'
import type { Masjid, Participants } from './participants.ts'
import { proposalRefusal } from './proposal-rules.ts'
import type { SystemUnderTest } from './system-under-test.ts'

/** A state as sorted lines, by view, so that a failed comparison of two states shows only the lines that differ. */
export type Views = Readonly<Record<string, readonly string[]>>

/** Reads the state that the product shows: all records, one masjid's details as seen by a khateeb, and the outbox. */
export async function visibleState({ app, participants }: SystemUnderTest, now: number): Promise<Views> {
  const views = [
    ...participants.masjids.map(async ({ uid, name, client }) => {
      const record = await client.call(getMasjid, { uid })
      return {
        [`${name}: khutbahs`]: slotLines(record.khutbahs, (it) => [
          it.khateeb,
          it.khateebUid,
          it.assignmentId,
          it.note,
          ...it.pending.map(formatProposal),
        ]),
        [`${name}: requests`]: record.requests.map((it) =>
          line(
            it.khutbahDate,
            it.khutbahTime,
            it.requesterName,
            it.requesterId,
            it.requestId,
            closesText(it.closesCount),
          ),
        ),
        [`${name}: sent invites`]: record.sentInvites.map((it) =>
          line(it.khutbahDate, it.khutbahTime, it.khateebName, it.khateebUid, it.requestId),
        ),
      }
    }),
    ...participants.khateebs.map(async ({ uid, name, client }) => {
      const [record, own] = await Promise.all([
        client.call(getUser, { uid }),
        client.call(getMyKhutbahs, { khateebUid: uid }),
      ])
      return {
        [`${name}: khutbahs`]: own.map((it) =>
          line(it.date, it.time.time, it.masjidName, it.masjidUid, it.assignmentId),
        ),
        [`${name}: invites`]: record.invites.map((it) =>
          line(lineWithMasjid(it), closesText(it.closesCount)),
        ),
        [`${name}: sent requests`]: record.sentRequests.map(lineWithMasjid),
      }
    }),
    ...viewingPair(participants, now).map(async ([masjid, viewer]) => {
      const { khutbahs } = await viewer.client.call(getMasjidDetails, { masjidId: masjid.uid })
      return {
        [`${masjid.name}, seen by ${viewer.name}`]: slotLines(khutbahs, (it) => [
          it.khateeb,
          it.standing,
          String(it.canRequest),
          it.cannotRequest,
        ]),
      }
    }),
    (async () => ({ letters: await listQueuedLetters(app.database) }))(),
  ]
  return sortLines(Object.assign({}, ...(await Promise.all(views))))
}

/** Returns a line for a pending proposal in a khateeb's record. */
function lineWithMasjid(it: OutputOf<typeof getUser>['invites' | 'sentRequests'][number]): string {
  return line(it.khutbahDate, it.khutbahTime, it.masjidName, it.masjidUid, it.requestId)
}

function closesText({ invites, requests }: { invites: number; requests: number }): string {
  return `closes ${invites} and ${requests}`
}

/** Returns the state that the model expects, in the same form as `visibleState`. */
export function expectedState(history: History, participants: Participants): Views {
  const upcoming = history.slots.filter((it) => !it.removed && history.isOfUpcomingKhutbah(it))
  const pending = history.pending().filter((it) => history.isUpcoming(it.slot))
  const nameOf = new Map([...participants.masjids, ...participants.khateebs].map((it) => [it.uid, it.name]))
  const toMasjid = ({ slot, khateebUid, requestId }: Proposal) =>
    line(...dateAndTimeOf(slot), nameOf.get(khateebUid), khateebUid, requestId)
  const closesOf = (proposal: Proposal, isOwn: (other: Proposal) => boolean) => {
    const closed = history.closedBy(proposal).filter(isOwn)
    const invites = closed.filter((it) => it.from === 'masjid').length
    return closesText({ invites, requests: closed.length - invites })
  }
  const toKhateeb = ({ slot, requestId }: Proposal) =>
    line(...dateAndTimeOf(slot), nameOf.get(slot.masjidUid), slot.masjidUid, requestId)

  const views: Record<string, readonly string[]> = { letters: history.letters }
  for (const { uid, name } of participants.masjids) {
    const here = pending.filter((it) => it.slot.masjidUid === uid)
    views[`${name}: khutbahs`] = upcoming
      .filter((it) => it.masjidUid === uid)
      .map((slot) => {
        const proposed = here
          .filter((it) => it.slot === slot)
          .map((it) => formatProposal({ ...it, direction: it.from === 'masjid' ? 'invite' : 'request' }))
        return line(...dateAndTimeOf(slot), ...holderFacts(history, slot, nameOf), slot.note, ...proposed)
      })
    views[`${name}: requests`] = here
      .filter((it) => it.from === 'khateeb')
      .map((it) =>
        line(
          toMasjid(it),
          closesOf(it, (other) => other.slot.masjidUid === uid),
        ),
      )
    views[`${name}: sent invites`] = here.filter((it) => it.from === 'masjid').map(toMasjid)
  }
  for (const { uid, name } of participants.khateebs) {
    const own = pending.filter((it) => it.khateebUid === uid)
    views[`${name}: khutbahs`] = history.assignments
      .filter((it) => it.khateebUid === uid && it.end === null && history.isUpcoming(it.slot))
      .map((it) =>
        line(...dateAndTimeOf(it.slot), nameOf.get(it.slot.masjidUid), it.slot.masjidUid, it.assignmentId),
      )
    views[`${name}: invites`] = own
      .filter((it) => it.from === 'masjid')
      .map((it) =>
        line(
          toKhateeb(it),
          closesOf(it, (other) => other.khateebUid === uid),
        ),
      )
    views[`${name}: sent requests`] = own.filter((it) => it.from === 'khateeb').map(toKhateeb)
  }
  for (const [masjid, viewer] of viewingPair(participants, history.now)) {
    views[`${masjid.name}, seen by ${viewer.name}`] = upcoming
      .filter((it) => it.masjidUid === masjid.uid)
      .map((slot) => {
        const confirmed = history.currentAssignmentOf(slot)?.khateebUid
        const proposal = pending.find((it) => it.slot === slot && it.khateebUid === viewer.uid)
        const proposed = proposal?.from === 'masjid' ? 'invited' : 'requested'
        const standing = confirmed === viewer.uid ? 'confirmed' : proposal === undefined ? null : proposed
        const canPropose = history.isUpcoming(slot) && proposal === undefined
        const why = canPropose
          ? proposalRefusal(history, { slot, khateebUid: viewer.uid, from: 'khateeb' })
          : 'begun'
        const shownReason = why === 'khateeb_busy' || why === 'too_many_proposals' ? why : null
        const name = nameOf.get(confirmed ?? '') ?? 'None'
        return line(...dateAndTimeOf(slot), name, standing, String(why === undefined), shownReason)
      })
  }
  return sortLines(views)
}

/** Reads the masjids' archives from the product. */
export async function visibleArchives({ participants }: SystemUnderTest): Promise<Views> {
  const archives = participants.masjids.map(async ({ uid, name, client }) => {
    const khutbahs = await client.call(getArchivedKhutbahs, { uid })
    return { [name]: slotLines(khutbahs, (it) => [it.khateeb, it.khateebUid, it.assignmentId]) }
  })
  return sortLines(Object.assign({}, ...(await Promise.all(archives))))
}

/** Returns the archives that the model expects. A date is archived when all its slots are past. */
export function expectedArchives(history: History, participants: Participants): Views {
  const nameOf = new Map(participants.khateebs.map((it) => [it.uid, it.name]))
  const past = ({ uid }: Masjid) => {
    const own = history.slots.filter((it) => it.masjidUid === uid && !it.removed)
    return own.filter((slot) =>
      own.every((it) => it.khutbahDate !== slot.khutbahDate || !history.isUpcoming(it)),
    )
  }
  const archives = participants.masjids.map((masjid) => {
    const lines = past(masjid).map((slot) =>
      line(...dateAndTimeOf(slot), ...holderFacts(history, slot, nameOf)),
    )
    return [masjid.name, lines] as const
  })
  return sortLines(Object.fromEntries(archives))
}

function dateAndTimeOf({ khutbahDate, khutbahTime }: Slot) {
  return [khutbahDate, khutbahTime] as const
}

function holderFacts(history: History, slot: Slot, nameOf: ReadonlyMap<string, string>) {
  const { khateebUid = null, assignmentId = null } = history.currentAssignmentOf(slot) ?? {}
  return [nameOf.get(khateebUid ?? '') ?? 'None', khateebUid, assignmentId] as const
}

/**
 * Returns a masjid and a khateeb who views its details. The pair changes with each second of the clock, because it would be too slow to
 * check all pairs each time.
 */
function viewingPair({ masjids, khateebs }: Participants, now: number) {
  const second = Math.floor(now / 1_000)
  const masjid = masjids[second % masjids.length]
  const viewer = khateebs[Math.floor(second / masjids.length) % khateebs.length]
  return masjid === undefined || viewer === undefined ? [] : [[masjid, viewer] as const]
}

function formatProposal(it: { readonly khateebUid: string; readonly direction: string }): string {
  return `${it.direction} ${it.khateebUid}`
}

type Fact = string | null | undefined

/** Returns a line for each slot: its date, its time, and the facts that a view shows. */
function slotLines<T extends { readonly time: { readonly time: string } }>(
  khutbahs: readonly { readonly date: string; readonly times: readonly T[] }[],
  factsOf: (it: T) => readonly Fact[],
): string[] {
  return khutbahs.flatMap(({ date, times }) => times.map((it) => line(date, it.time.time, ...factsOf(it))))
}

function line(...facts: readonly Fact[]): string {
  return facts.map((it) => it ?? '-').join(' · ')
}

function sortLines(views: Views): Views {
  return Object.fromEntries(Object.entries(views).map(([name, lines]) => [name, lines.toSorted()]))
}
