import { addressLine, mapUrl } from '../../../contract/map-url.ts'
import { landingAtRow, landingPaths } from '../../../contract/screen-paths.ts'
import { isSlotStartChanged } from '../../../domain/khutbahs/has-moved.ts'
import { closedByMoveLines } from './closed-proposal-lines.ts'
import { longDate, zoneName } from './local-time.ts'
import { type DetailRow, type Line, line, type Message } from './message.ts'
import type { KhateebNews, KhateebStanding, MovedSlot } from './news-props.ts'
import { dateAndTime } from './slot-facts.ts'

type Props = KhateebNews['masjid_moved']

/** Maximum number of slots that a letter lists. */
const maxSlots = 20

const confirmAgainLabel = line`Confirm again`

const labels: Readonly<Record<KhateebStanding, { readonly row: Line; readonly link: Line }>> = {
  confirmed: { row: line`You are confirmed`, link: line`See the khutbah` },
  invite: { row: line`You are invited`, link: line`Accept or reject` },
  request: { row: line`You asked to lead`, link: line`See your request` },
}

/**
 * Returns the slot to act on first: one that the khateeb must confirm again, else one that he is confirmed for, else any. Undefined if
 * there are no slots.
 */
export function firstSlotToActOn<Slot extends Pick<MovedSlot, 'was' | 'awaitsReconfirmation'>>(
  slots: readonly Slot[],
): Slot | undefined {
  const rankOf = ({ was, awaitsReconfirmation }: Slot) => {
    if (awaitsReconfirmation) return 0
    return was === 'confirmed' ? 1 : 2
  }
  return slots.toSorted((one, other) => rankOf(one) - rankOf(other))[0]
}

/**
 * Writes the letter to a khateeb who is confirmed or has a pending proposal at a masjid that has a new address or time zone. Without slots,
 * the letter says only which of his proposals were closed.
 */
export function masjidMovedMessage(props: Props): Message {
  const { occasion, khateebName, before, slots, closed = [] } = props
  if (slots.length === 0) return closedProposalsMessage(props)
  const { masjidName } = occasion
  const after = { ...before, ...occasion }
  const isElsewhere = addressLine(before) !== addressLine(after)
  const isAsked = slots.some((it) => it.awaitsReconfirmation)
  const changesStart = slots.some((it) => isSlotStartChanged(it, before.timeZone, after.timeZone))
  const omitted = slots.length - maxSlots
  const places: readonly DetailRow[] = [
    ...(isElsewhere ? [{ label: line`Old address`, value: line`${addressLine(before)}` }] : []),
    {
      label: isElsewhere ? line`New address` : line`Address`,
      value: line`${addressLine(after)}`,
      links: [{ label: line`Open the map`, to: mapUrl(after) }],
    },
    ...(changesStart || !isElsewhere ? zoneFacts(before.timeZone, after.timeZone, occasion) : []),
  ]
  const rows = slots.slice(0, maxSlots).map(
    ({ date, time, was, rowId, awaitsReconfirmation }): DetailRow => ({
      label: labels[was].row,
      value: dateAndTime({ date, time, timeZone: after.timeZone }),
      links: [
        {
          label: awaitsReconfirmation ? confirmAgainLabel : labels[was].link,
          to: landingAtRow('khateeb', rowId),
        },
      ],
    }),
  )
  return {
    recipientName: khateebName,
    subject: subjectOf(props, isElsewhere, isAsked),
    paragraphs: [
      isElsewhere
        ? line`${masjidName} has a new address. Please go there, not to the old one.`
        : line`${masjidName} has changed its time zone. Its address is the same.`,
      ...(changesStart ? [zoneParagraph(isAsked)] : []),
      ...(isElsewhere || changesStart
        ? []
        : [line`The clocks of both time zones show the same time, so nothing changes for you.`]),
      ...closedByMoveLines(closed),
    ],
    facts: [{ label: line`Masjid`, value: line`${masjidName}` }, ...places, ...rows],
    digestFacts: [...places, ...rows],
    button: {
      label: isAsked ? confirmAgainLabel : line`Open your dashboard`,
      path: landingAtRow('khateeb', firstSlotToActOn(slots)?.rowId ?? occasion.slotId),
    },
    ...(omitted > 0 && { note: line`And ${omitted} more: your dashboard shows all of them.` }),
  }
}

/** Writes the letter to a khateeb whom the move no longer concerns. Only this letter tells him which of his proposals the move closed. */
function closedProposalsMessage({ occasion: { masjidName }, khateebName, closed = [] }: Props): Message {
  return {
    recipientName: khateebName,
    subject: line`Invites and requests closed when ${masjidName} changed its time zone`,
    paragraphs: [
      line`${masjidName} changed its time zone, and this closed some of your invites or requests.`,
      ...closedByMoveLines(closed),
    ],
    facts: [{ label: line`Masjid`, value: line`${masjidName}` }],
    button: { label: line`Open your dashboard`, path: landingPaths.khateeb },
  }
}

function subjectOf({ occasion }: Props, isElsewhere: boolean, isAsked: boolean): Line {
  const { masjidName, date } = occasion
  if (isAsked) return line`Please confirm again: your khutbah at ${masjidName} on ${longDate(date)}`
  return isElsewhere ? line`${masjidName} has a new address` : line`${masjidName} has changed its time zone`
}

function zoneParagraph(isAsked: boolean): Line {
  return isAsked
    ? line`Its khutbahs keep their time of day, but in the new time zone. So yours begins earlier or later than you agreed to. Please confirm on your dashboard that you can still come, or withdraw.`
    : line`Its khutbahs keep their time of day, but in the new time zone. So they begin earlier or later than before.`
}

/**
 * Returns the old and the new time zone, each with the place in its IANA name, because two zones can have the same name at the slot's date.
 */
function zoneFacts(before: string, after: string, { date, time }: Props['occasion']): readonly DetailRow[] {
  const named = (timeZone: string) => line`${zoneName(timeZone, date, time)} (${zonePlace(timeZone)})`
  return [
    { label: line`Old time zone`, value: named(before) },
    { label: line`New time zone`, value: named(after) },
  ]
}

/** Returns the place in the IANA name of a time zone, for example `New York`. */
function zonePlace(timeZone: string): string {
  return (timeZone.split('/').at(-1) ?? timeZone).replaceAll('_', ' ')
}
