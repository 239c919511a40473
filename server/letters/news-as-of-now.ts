import { sql } from 'kysely'
import { addressLine } from '../../contract/map-url.ts'
import { instantOf } from '../../domain/khutbahs/wall-clock.ts'
import type { Queryable } from '../database/database.ts'
import { isAwaitingReconfirmation } from '../sql-fragments/is-awaiting-reconfirmation.ts'
import { khateebName } from '../sql-fragments/names-and-times.ts'
import type { Letters, LetterWithNews } from './content/letter.ts'
import type { SlotInLetter } from './content/letter-slot.ts'
import { firstSlotToActOn } from './content/masjid-moved.ts'
import { newsForKhateebs } from './content/news-for-khateebs.ts'
import { isNews, kindsThatKeepStart, kindsThatSay } from './content/news-kinds.ts'
import type { FormerStart, KhateebNews, StateAtSending } from './content/news-props.ts'
import { isOvertaken, slotConfirmedInstead, uuidOf } from './is-overtaken.ts'
import { khateebsOfSlots, pickMovedSlotFields } from './khateebs-of-slots.ts'
import { slotInLetter, slotInLetterColumns } from './slot-in-letter.ts'

/**
 * Returns the props of `new_khateeb_confirmed` with the current slot and the masjid's phone. Returns undefined if the new khateeb has lost
 * the slot, or must confirm its new start. Another letter tells him about this.
 */
export async function confirmationAsOfNow(
  reader: Queryable,
  props: Letters['new_khateeb_confirmed'],
): Promise<Letters['new_khateeb_confirmed'] | undefined> {
  const about = { occasion: props.slot, khateebUid: props.khateebUid }
  const [state] = await loadStates(reader, [{ kind: 'new_khateeb_confirmed', props: about }])
  if (state?.slot === undefined) return undefined
  const { isConfirmed, awaitsReconfirmation, language, note } = state.stateAtSending
  if (!isConfirmed || awaitsReconfirmation) return undefined
  return { ...props, slot: state.slot, language, note, masjidPhone: state.masjidPhone }
}

/**
 * Returns news with current names, places, starts (except for `kindsThatKeepStart`) and states. Leaves out news that is no longer true (see
 * `isOvertaken`). Replaces overtaken news of an ended assignment with the update of its calendar event. Perhaps no other letter updates
 * this event, because a party gets no letter about its own decision.
 */
export async function newsAsOfNow(
  reader: Queryable,
  letters: readonly LetterWithNews[],
): Promise<readonly LetterWithNews[]> {
  const rows = await loadStates(reader, letters)
  const current: LetterWithNews[] = []
  const updates: LetterWithNews[] = []
  for (const row of rows) {
    const { number, overtaken, isRemoved, stateAtSending, slot, khateebName: name } = row
    const letter = letters[number]
    if (letter === undefined) continue
    const { occasion, khateebName: formerName } = letter.props
    if (overtaken) {
      const update = eventUpdateOf(letter, row.confirmedInstead)
      if (update !== undefined) updates.push(update)
      continue
    }
    const now = slot ?? occasion
    const then = kindsThatKeepStart.includes(letter.kind) ? startOf(occasion) : startOf(now)
    const hasMoved = !isRemoved && !isSameStart(now, then)
    const common = {
      occasion: { ...now, ...then },
      khateebName: name ?? formerName,
      stateAtSending: { ...stateAtSending, movedTo: hasMoved ? startOf(now) : null } satisfies StateAtSending,
    }
    const from = formerStartOf(letter)
    const updated = { kind: letter.kind, props: { ...letter.props, ...common, ...(from && { from }) } }
    if (!isNews(updated)) continue
    current.push(
      updated.kind === 'masjid_moved'
        ? { kind: updated.kind, props: await moveAsOfNow(reader, updated.props) }
        : updated,
    )
  }
  if (updates.length > 0) current.push(...withoutRepeatedUpdates(await newsAsOfNow(reader, updates)))
  return current
}

/**
 * Returns the update of the calendar event in overtaken news of an ended assignment; undefined for other news.
 * @param slotId the slot for which the khateeb is confirmed instead
 */
function eventUpdateOf({ kind, props }: LetterWithNews, slotId: string | null): LetterWithNews | undefined {
  const isEnd = kindsOfEnds.includes(kind) && !('was' in props && props.was !== 'confirmed')
  if (!isEnd || slotId === null) return undefined
  const { occasion, khateebUid, khateebName } = props
  return {
    kind: kind in newsForKhateebs ? 'khateeb_event_updated' : 'masjid_event_updated',
    props: {
      occasion: { ...occasion, slotId },
      khateebUid,
      khateebName,
      ...(slotId !== occasion.slotId && { formerSlotId: occasion.slotId }),
    },
  }
}

const kindsOfEnds = kindsThatSay('canceled', 'ended_by_reader')

/** Leaves out equal updates of an event: a digest may have news of several ended assignments to one slot, perhaps at different times. */
function withoutRepeatedUpdates(updates: readonly LetterWithNews[]): readonly LetterWithNews[] {
  return [...new Map(updates.map((it) => [JSON.stringify(it), it])).values()]
}

/** Returns the former start in a piece of news, with its time zone: the masjid may have another time zone when the letter is sent. */
function formerStartOf({ props }: LetterWithNews): FormerStart | undefined {
  if (!('from' in props) || props.from === undefined) return undefined
  return { timeZone: props.occasion.timeZone, ...props.from }
}

type Start = Pick<SlotInLetter, 'date' | 'time' | 'timeZone'>

const startOf = ({ date, time, timeZone }: Start): Start => ({ date, time, timeZone })

/** Whether two starts are the same time on the wall clock, and the same instant. */
function isSameStart(a: Start, b: Start): boolean {
  const instants = [a, b].map(({ timeZone }) => instantOf(a.date, a.time, timeZone)?.getTime())
  return a.date === b.date && a.time === b.time && instants[0] === instants[1]
}

/** A letter about a slot and a khateeb. */
interface LetterAboutSlot {
  readonly kind: string
  readonly props: { readonly occasion: Pick<SlotInLetter, 'slotId'>; readonly khateebUid: string }
}

async function loadStates(reader: Queryable, letters: readonly LetterAboutSlot[]) {
  const news = sql<{ number: number; kind: string; props: unknown }>`(
    select (number - 1)::int as number, it ->> 'kind' as kind, it -> 'props' as props
    from jsonb_array_elements(${JSON.stringify(letters)}::jsonb) with ordinality as given (it, number))`
  const isAssigned = sql`select from assignments a where a.slot_id = s.id and a.ended_at is null`
  const rows = await reader
    .selectFrom(news.as('l'))
    .leftJoin('slots as s', (join) => join.on('s.id', '=', uuidOf(sql`l.props -> 'occasion' ->> 'slotId'`)))
    .leftJoin('masjids as m', 'm.uid', 's.masjid_uid')
    .leftJoin('khateebs as k', (join) => join.on('k.uid', '=', uuidOf(sql`l.props ->> 'khateebUid'`)))
    .orderBy('l.number')
    .select(['l.number', isOvertaken('l').as('overtaken'), khateebName('k').as('khateebName')])
    .select(slotConfirmedInstead('l').as('confirmedInstead'))
    .select(['s.language', 's.note', sql<boolean>`s.removed_at is not null`.as('isRemoved')])
    .select([
      'm.uid as currentUid',
      'm.hidden',
      'm.phone',
      sql<boolean>`s.removed_at is null and not exists (${isAssigned})`.as('isOpen'),
      sql<boolean>`exists (${isAssigned} and a.khateeb_uid = k.uid)`.as('isConfirmed'),
      sql<boolean>`exists (${isAssigned} and a.khateeb_uid = k.uid and ${isAwaitingReconfirmation('a')})`.as(
        'awaitsReconfirmation',
      ),
    ])
    .select(slotInLetterColumns('s', 'm'))
    .execute()
  return rows.map(
    ({
      number,
      overtaken,
      khateebName: name,
      currentUid,
      hidden,
      phone,
      isOpen,
      confirmedInstead,
      isRemoved,
      isConfirmed,
      awaitsReconfirmation,
      language,
      note,
      ...slot
    }) => ({
      number,
      overtaken,
      confirmedInstead,
      isRemoved,
      stateAtSending: { isOpen, isConfirmed, awaitsReconfirmation, language, note: note ?? '' },
      // Undefined after the masjid has deleted its account.
      slot:
        currentUid === null
          ? undefined
          : ({ ...slotInLetter(slot), isMasjidSuspended: hidden === true } satisfies SlotInLetter),
      masjidPhone: hidden === false ? phone : null,
      khateebName: name as string | null,
    }),
  )
}

/**
 * Updates the slots in a letter about a masjid's move. The khateeb may have lost some of these slots, or have confirmed them again. If the
 * move no longer concerns him, only the proposals that the move closed are left.
 */
async function moveAsOfNow(
  reader: Queryable,
  props: KhateebNews['masjid_moved'],
): Promise<KhateebNews['masjid_moved']> {
  const { khateebUid, before, occasion, closed = [] } = props
  const ids = props.slots.map((it) => it.slotId)
  const isTheirs = sql<boolean>`slot_id = any(${ids}::uuid[]) and khateeb_uid = ${khateebUid}::uuid`
  const slots = await khateebsOfSlots(reader, {
    assignments: sql<boolean>`${isTheirs} and ended_at is null`,
    proposals: occasion.isMasjidSuspended
      ? sql<boolean>`false`
      : sql<boolean>`${isTheirs} and state = 'pending'`,
  })
  const first = firstSlotToActOn(slots)
  const isBack = addressLine(before) === addressLine(occasion) && before.timeZone === occasion.timeZone
  if (closed.length > 0 && (isBack || first === undefined)) return { ...props, isUrgent: false, slots: [] }
  if (first === undefined) return props
  return { ...props, occasion: slotInLetter(first), was: first.was, slots: slots.map(pickMovedSlotFields) }
}
