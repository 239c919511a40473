import { plural, t } from '@lingui/core/macro'
import { CalendarClock, Inbox, ThumbsDown, UserRound } from 'lucide-react'
import { useId, useState } from 'react'
import { CalendarDate, Instant } from '../app/formatted-values.tsx'
import { lingui } from '../app/i18n.ts'
import { lazyDialog } from '../app/lazy-dialog.tsx'
import { type PagedResult, usePages } from '../app/use-pages.ts'
import { VerifiedBadge } from '../members/badges.tsx'
import { KhateebLink } from '../members/name-link.tsx'
import { QuotedText } from '../members/quoted-text.tsx'
import { useHasRole } from '../members/use-has-role.ts'
import { useIsChanging } from '../members/use-is-changing.ts'
import { ApprovedBadge } from '../proposals/slot-availability.tsx'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { CompactEmptyState } from '../ui/compact-empty-state.tsx'
import { List, Row } from '../ui/list.tsx'
import { ShowMore } from '../ui/show-more.tsx'
import { messages } from '../words/our-khateebs.en.po'
import { ApprovedOnlySetting } from './approved-only-setting.tsx'
import { InvitedKhateebs } from './invited-khateebs.tsx'
import { NoMatchingKhateebs } from './no-matching-khateebs.tsx'
import type { OurKhateeb, PendingKhateebInvitation } from './our-khateebs-query.ts'

lingui.load('en', messages)

const MarkDialog = lazyDialog(async () => (await import('./mark-dialog.tsx')).MarkDialog)

interface KhateebListProps {
  query: PagedResult<OurKhateeb>
  /** Whether only approved khateebs can request slots and be invited. */
  approvedOnly: boolean
  /** The pending invitations by email. */
  invitations: readonly PendingKhateebInvitation[]
  /** Whether a search term, or a khateeb's id in the address, filters the list. */
  isFiltered: boolean
}

/** The masjid's khateebs. Above an unfiltered list: who may request slots, and for owners the pending invitations. */
export function KhateebList({ query, approvedOnly, invitations, isFiltered }: KhateebListProps) {
  const { items, list, more } = usePages(query, t`Error fetching your khateebs. Please try again later.`)
  const [editedUid, setEditedUid] = useState<string>()
  const edited = items.find((it) => it.uid === editedUid)
  const mayInvite = useHasRole('owner')
  const isChanging = useIsChanging(query.isPlaceholderData)
  return (
    <div className="grid grid-cols-1 gap-6">
      {!isFiltered && <ApprovedOnlySetting approvedOnly={approvedOnly} />}
      {!isFiltered && mayInvite && <InvitedKhateebs invitations={invitations} />}
      <Card aria-busy={query.isPlaceholderData}>
        {items.length === 0 ? (
          <EmptyKhateebList isFiltered={isFiltered} />
        ) : (
          <List ref={list} label={t`Our Khateebs`}>
            {items.map((khateeb) => (
              <KhateebRow
                key={khateeb.uid}
                khateeb={khateeb}
                isChanging={isChanging}
                onEdit={() => setEditedUid(khateeb.uid)}
              />
            ))}
          </List>
        )}
      </Card>
      {more && <ShowMore {...more} list={t`Our Khateebs`} />}
      {edited && (
        <MarkDialog
          isOpen
          khateeb={edited}
          approvedOnly={approvedOnly}
          onClose={() => setEditedUid(undefined)}
        />
      )}
    </div>
  )
}

function EmptyKhateebList({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered) return <NoMatchingKhateebs />
  return (
    <CompactEmptyState icon={UserRound} title={t`Nobody has spoken here yet`}>
      {t`Khateebs appear here once they have spoken at your masjid. To approve someone before that, open their page.`}
    </CompactEmptyState>
  )
}

interface KhateebRowProps {
  khateeb: OurKhateeb
  /** Whether the list is changing: see `useIsChanging`. */
  isChanging: boolean
  onEdit: () => void
}

function KhateebRow({ khateeb, isChanging, onEdit }: KhateebRowProps) {
  const { uid, firstName, lastName, city, stateCode, verified, mark, note, pendingCount, askedAt } = khateeb
  const nameId = useId()
  const mayMark = useHasRole('scheduler')
  return (
    <Row
      title={
        <span id={nameId}>
          <KhateebLink uid={uid}>{`${firstName} ${lastName}`}</KhateebLink>
        </span>
      }
      status={
        <>
          {mark === 'approved' && <ApprovedBadge />}
          {mark === null && askedAt !== null && (
            <Badge tone="info" icon={Inbox}>{t`Asks for approval`}</Badge>
          )}
          {mark === 'not_wanted' && <Badge tone="danger" icon={ThumbsDown}>{t`Not wanted`}</Badge>}
          {verified && <VerifiedBadge />}
        </>
      }
      detail={
        <div className="grid gap-1">
          <p>
            <bdi>{`${city}, ${stateCode}`}</bdi>
          </p>
          <PastVisitsText khateeb={khateeb} />
          {pendingCount > 0 && (
            <p className="flex items-center gap-2">
              <CalendarClock className="size-5 shrink-0" />
              {plural(pendingCount, {
                one: '# invite or request waits for an answer',
                other: '# invites or requests wait for an answer',
              })}
            </p>
          )}
          {note !== '' && (
            <div className="text-ink">
              <QuotedText text={note} />
            </div>
          )}
          <MarkAuthorAndTime khateeb={khateeb} />
        </div>
      }
      actions={
        mayMark && (
          <Button variant="secondary" busy={isChanging} aria-describedby={nameId} onClick={onEdit}>
            {mark === null && note === '' ? t`Mark or Note` : t`Change`}
          </Button>
        )
      }
    />
  )
}

function PastVisitsText({ khateeb: { timesHere, lastHere } }: { khateeb: OurKhateeb }) {
  if (lastHere === null) return <p>{t`Has not spoken here yet`}</p>
  return (
    <p>
      {plural(timesHere, { one: 'Spoke here once, on', other: 'Spoke here # times, last on' })}{' '}
      <CalendarDate dayless value={lastHere} />
    </p>
  )
}

/** Shows who last changed the mark or the note, and when. */
function MarkAuthorAndTime({ khateeb: { markedBy, markedAt } }: { khateeb: OurKhateeb }) {
  if (markedAt === null) return null
  return (
    <p className="text-sm">
      {markedBy !== null && (
        <>
          <bdi>{markedBy}</bdi>,{' '}
        </>
      )}
      <Instant value={markedAt} />
    </p>
  )
}
