import { plural, t } from '@lingui/core/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { OutputOf } from '../../contract/endpoint.ts'
import { inviteKhateebs } from '../../contract/proposals.ts'
import { call } from '../app/api-call.ts'
import { lingui } from '../app/i18n.ts'
import { type Action, useAction } from '../app/use-action.ts'
import { nearbyKhateebsQuery } from '../directory/nearby-queries.ts'
import { useDebouncedTerm } from '../directory/use-debounced-search.ts'
import { ConfirmEmailNotice } from '../members/email-confirmation.tsx'
import { PagedList } from '../members/paged-list.tsx'
import type { DatedSlot } from '../proposals/open-slots.ts'
import { severalSlotsFailureText } from '../proposals/several-slots-failure.ts'
import { Dialog } from '../ui/dialog.tsx'
import { SearchField } from '../ui/search-field.tsx'
import { messages } from '../words/several-slots.en.po'
import { type KhateebCard, KhateebToInvite, nameOf } from './khateeb-to-invite.tsx'

lingui.load('en', messages)

interface InvitesToSend {
  readonly khateeb: KhateebCard
  readonly to: readonly DatedSlot[]
}

interface InviteToSlotsDialogProps {
  slots: readonly DatedSlot[]
  onClose: () => void
  onDone: () => void
}

/** The dialog in which a masjid invites one khateeb to several slots in one email. Leaves out slots to which he can't come. */
export function InviteToSlotsDialog({ slots, onClose, onDone }: InviteToSlotsDialogProps) {
  const [typed, setTyped] = useState('')
  const slotIds = slots.map(({ slotId }) => slotId).join(',')
  const query = useInfiniteQuery(nearbyKhateebsQuery(useDebouncedTerm(typed), slotIds))
  const invite: Action<InvitesToSend, OutputOf<typeof inviteKhateebs>> = {
    run: ({ khateeb, to }) =>
      call(inviteKhateebs, {
        masjidUid: 'me',
        khateebUids: [khateeb.uid],
        slots: to.map(({ slotId, startsAt }) => ({ slotId, seenStart: startsAt })),
      }),
    done: ({ invites }, { khateeb, to }) => {
      const name = nameOf(khateeb)
      const pending = to.length - invites
      if (invites === 0) return { text: t`${name} has been invited to these khutbahs already.`, isInfo: true }
      return {
        text: plural(invites, {
          one: `Invite sent to ${name} for # khutbah.`,
          other: `Invites sent to ${name} for # khutbahs, in one email.`,
        }),
        reason:
          pending === 0
            ? undefined
            : plural(pending, {
                one: '# invite was pending already.',
                other: '# invites were pending already.',
              }),
      }
    },
    failed: (error) => ({
      text: severalSlotsFailureText(error, slots, (reason) => t`No invite was sent. ${reason}`),
      reason: undefined,
    }),
  }
  const { mutate, isPending, variables, error } = useAction(invite, { onDone })
  return (
    <Dialog
      onClose={onClose}
      title={plural(slots.length, {
        one: 'Invite a khateeb to # khutbah',
        other: 'Invite a khateeb to # khutbahs',
      })}
    >
      <div className="grid grid-cols-1 gap-4">
        <SearchField
          label={t`Search khateebs by name or city`}
          placeholder={t`Name or city`}
          value={typed}
          onChange={setTyped}
        />
        <PagedList
          query={query}
          label={t`Khateebs`}
          failed={t`Failed to fetch nearby khateebs.`}
          skeletonRows={4}
          empty={<p className="text-muted">{t`No khateebs match your search.`}</p>}
        >
          {(khateeb, _, isChanging) => (
            <KhateebToInvite
              key={khateeb.uid}
              khateeb={khateeb}
              slots={slots}
              isBusy={isChanging || (isPending && variables?.khateeb.uid === khateeb.uid)}
              onInvite={(to) => mutate({ khateeb, to })}
            />
          )}
        </PagedList>
        <ConfirmEmailNotice error={error} />
      </div>
    </Dialog>
  )
}
