import { landingAtRow, landingPaths } from '../../../contract/screen-paths.ts'
import { answerPath } from './answer-path.ts'
import { closedByMoveLines } from './closed-proposal-lines.ts'
import { clockTime, longDate } from './local-time.ts'
import { type DetailRow, type Line, line, type Message } from './message.ts'
import type { KhateebNews, KhateebStanding } from './news-props.ts'
import { addressFacts, dateAndTime, masjidFact } from './slot-facts.ts'

type Props = KhateebNews['slot_moved']

/** Writes the letter to a khateeb who is confirmed or has a pending proposal for a slot that has a new date or time. */
export function slotMovedMessage(props: Props): Message {
  const { occasion, khateebName, from, was, rowId, closed, stateAtSending, answerToken } = props
  const isLost = was === 'confirmed' && stateAtSending?.isConfirmed === false
  const isAsked = !isLost && (stateAtSending?.awaitsReconfirmation ?? props.awaitsReconfirmation)
  const times: readonly DetailRow[] = [
    { label: line`Old time`, value: dateAndTime({ ...occasion, ...from }) },
    { label: line`New time`, value: dateAndTime(occasion) },
  ]
  return {
    recipientName: khateebName,
    subject: subjectOf(props, isLost, isAsked),
    paragraphs: [paragraphOf(props, isLost, isAsked), ...closedByMoveLines(closed)],
    facts: [masjidFact(occasion), ...times, ...addressFacts(occasion)],
    digestFacts: times,
    button: isLost
      ? { label: line`Open your dashboard`, path: landingPaths.khateeb }
      : {
          label: isAsked ? line`Confirm the new time` : buttonLabels[was],
          path: answerPath(answerToken, landingAtRow('khateeb', rowId)),
        },
    ...(was === 'confirmed' &&
      !isLost && {
        note: line`If you can’t come at the new time, please withdraw on your dashboard as early as you can, so that the masjid can find someone else.`,
      }),
  }
}

const buttonLabels: Readonly<Record<KhateebStanding, Line>> = {
  confirmed: line`See the khutbah`,
  invite: line`Accept or reject`,
  request: line`See your request`,
}

function subjectOf(
  { occasion: { masjidName, date, time }, was }: Props,
  isLost: boolean,
  isAsked: boolean,
): Line {
  const [day, start] = [longDate(date), clockTime(time)]
  if (isLost) return line`Invites and requests closed when ${masjidName} moved the khutbah to ${day}`
  if (isAsked) return line`Please confirm again: your khutbah at ${masjidName} is now on ${day} at ${start}`
  return was === 'confirmed'
    ? line`New time: your khutbah at ${masjidName} on ${day} at ${start}`
    : line`New time: the khutbah at ${masjidName} on ${day} at ${start}`
}

function paragraphOf({ occasion: { masjidName }, was }: Props, isLost: boolean, isAsked: boolean): Line {
  if (isLost) return line`${masjidName} moved this khutbah, but you are no longer confirmed for it.`
  if (isAsked)
    return line`${masjidName} has moved the khutbah that you are confirmed for. Please confirm that you can come at the new time, or withdraw.`
  return {
    confirmed: line`${masjidName} has moved the khutbah that you are confirmed for. You stay confirmed, so please come at the new time.`,
    invite: line`${masjidName} has moved the khutbah that it invites you to give. Can you come at the new time?`,
    request: line`${masjidName} has moved the khutbah that you asked to give. Your request is now for the new time. If you can’t come then, please revoke your request.`,
  }[was]
}
