import { t } from '@lingui/core/macro'
import { Inbox, Send } from 'lucide-react'
import { Fragment, type ReactNode, useId } from 'react'
import { paths } from '../../contract/screen-paths.ts'
import { formatLanguages } from '../app/format-languages.ts'
import { CalendarDate, Miles } from '../app/formatted-values.tsx'
import { lingui } from '../app/i18n.ts'
import { Link } from '../app/link.tsx'
import { TheirEmailUnverifiedBadge, VerifiedBadge } from '../members/badges.tsx'
import { ApprovedBadge, SlotAvailability } from '../proposals/slot-availability.tsx'
import { Badge } from '../ui/badge.tsx'
import { linkClass } from '../ui/link-class.ts'
import { messages } from '../words/slot-panel.en.po'
import type { KhateebForSlot } from './khateebs-for-slot.tsx'

lingui.load('en', messages)

interface KhateebChoiceProps {
  khateeb: KhateebForSlot
  slotId: string
  isTicked: boolean
  /** Whether no more khateebs can be ticked. */
  isFull: boolean
  /** Whether the list is changing: see `useIsChanging`. */
  isChanging: boolean
  onTick: (uid: string, name: string) => void
}

/** A khateeb whom the masjid can tick, and facts about him. If he can't be invited, shows the reason, and he can only be unticked. */
export function KhateebChoice({ khateeb, slotId, isTicked, isFull, isChanging, onTick }: KhateebChoiceProps) {
  const { uid, firstName, lastName, cannotInvite, availability, emailVerified, verified } = khateeb
  const nameId = useId()
  const factsId = useId()
  const name = `${firstName} ${lastName}`
  const isOut = cannotInvite !== null
  const cannotTick = !isTicked && (isOut || isFull)
  return (
    <li className="flex items-start gap-3 py-3">
      <label className="flex min-w-0 grow items-start gap-3">
        <input
          type="checkbox"
          className={`mt-0.5 size-5 shrink-0 rounded-sm ${cannotTick ? 'opacity-50' : ''}`}
          aria-labelledby={nameId}
          aria-describedby={factsId}
          checked={isTicked}
          // The checkbox is not `disabled`, because the browser takes the focus away from a disabled control.
          aria-disabled={cannotTick || isChanging}
          onChange={() => !cannotTick && !isChanging && onTick(uid, name)}
        />
        <span className="min-w-0">
          <span id={nameId} className={`font-medium ${isOut ? 'text-muted' : ''}`}>
            <bdi>{name}</bdi>
          </span>
          <span id={factsId} className="grid justify-items-start gap-1">
            <Facts khateeb={khateeb} />
            {khateeb.approved && <ApprovedBadge />}
            {verified && <VerifiedBadge />}
            {!emailVerified && !isOut && <TheirEmailUnverifiedBadge />}
            <CannotInviteReason reason={cannotInvite} />
            {availability.status !== 'free' && <SlotAvailability availability={availability} />}
          </span>
        </span>
      </label>
      <Link
        className={`-my-3.5 min-w-control shrink-0 py-3.5 text-end text-sm ${linkClass}`}
        to={paths.khateebDetails(uid, slotId)}
        aria-describedby={nameId}
      >
        {t`Profile`}
      </Link>
    </li>
  )
}

/** How far he lives, when he last spoke here, and his languages, in one line. */
function Facts({ khateeb: { distance, lastHere, languages } }: { khateeb: KhateebForSlot }) {
  const facts: ReactNode[] = [
    <Miles key="miles" value={distance} />,
    lastHere === null ? (
      t`never here`
    ) : (
      <Fragment key="here">
        {t`spoke here`} <CalendarDate dayless value={lastHere} />
      </Fragment>
    ),
    ...(languages.length > 0 ? [formatLanguages(languages)] : []),
  ]
  return (
    <span className="text-sm text-muted">
      {facts.map((fact, index) => (
        <Fragment key={index}>
          {index > 0 && ' · '}
          {fact}
        </Fragment>
      ))}
    </span>
  )
}

/**
 * Shows why the khateeb can't be invited: a pending proposal, a missing approval, or the limit of three invites. `SlotAvailability` shows
 * the khateeb's own limits.
 */
function CannotInviteReason({ reason }: { reason: KhateebForSlot['cannotInvite'] }) {
  if (reason === 'already_invited')
    return (
      <Badge tone="info" icon={Send}>
        {t`Invited`}
      </Badge>
    )
  if (reason === 'already_requested')
    return (
      <Badge tone="accent" icon={Inbox}>
        {t`Has asked for this slot`}
      </Badge>
    )
  if (reason === 'khateeb_not_approved')
    return <span className="text-sm text-muted">{t`Your masjid hasn’t approved them.`}</span>
  if (reason === 'too_many_proposals')
    return <span className="text-sm text-muted">{t`You have invited them three times for this slot.`}</span>
  return null
}
