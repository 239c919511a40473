import { plural, t } from '@lingui/core/macro'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { CallFailed } from '../../contract/client.ts'
import { getKhateebsForSlot } from '../../contract/directory.ts'
import type { OutputOf } from '../../contract/endpoint.ts'
import { inviteKhateebs, maxKhateebsToInvite } from '../../contract/proposals.ts'
import { call, callPage } from '../app/api-call.ts'
import { failureMessage } from '../app/failure-message.ts'
import { formatDate, formatTime } from '../app/format.ts'
import { lingui } from '../app/i18n.ts'
import { pagedQuery } from '../app/paged-query.ts'
import { useZoneLabel } from '../app/slot-time.tsx'
import { type Action, useAction } from '../app/use-action.ts'
import { usePages } from '../app/use-pages.ts'
import { useDebouncedTerm } from '../directory/use-debounced-search.ts'
import { ConfirmEmailNotice } from '../members/email-confirmation.tsx'
import { QueryView } from '../members/query-view.tsx'
import { RowsSkeleton } from '../members/skeletons.tsx'
import { useEntryState } from '../members/use-entry-state.ts'
import { useIsChanging } from '../members/use-is-changing.ts'
import { slotToastScope } from '../proposals/actions.ts'
import type { PostedSlot } from '../proposals/posted-slots.ts'
import { Button } from '../ui/button.tsx'
import { SearchField } from '../ui/search-field.tsx'
import { ShowMore } from '../ui/show-more.tsx'
import { messages } from '../words/slot-panel.en.po'
import { KhateebChoice } from './khateeb-choice.tsx'

lingui.load('en', messages)

/** The names of khateebs. */
type NamesByUid = ReadonlyMap<string, string>

export type KhateebForSlot = OutputOf<typeof getKhateebsForSlot>['khateebs'][number]

/** The khateebs for an open slot, the free ones first. The masjid ticks some, and invites them with one button. */
export function KhateebsForSlot({ slot }: { slot: PostedSlot }) {
  // Kept in the history entry, because the user may look at profiles before choosing.
  const [typed, setTyped] = useEntryState('khateebs-search', () => '')
  const [ticked, setTicked] = useEntryState<NamesByUid>('ticked-khateebs', () => new Map())
  const query = useKhateebsForSlot(slot.slotId, useDebouncedTerm(typed))
  const { items, list, more } = usePages(query, t`Failed to fetch nearby khateebs.`)
  const isChanging = useIsChanging(query.isPlaceholderData)
  const { mutate, isPending, error } = useInvite(slot, (sent) => setTicked(khateebsExcept(ticked, sent)))
  const titleId = useId()
  const tick = (uid: string, name: string) => {
    const next = new Map(ticked)
    if (!next.delete(uid)) next.set(uid, name)
    setTicked(next)
  }
  return (
    <section aria-labelledby={titleId}>
      <h3 id={titleId} className="mb-2 font-semibold">
        {t`Khateebs for This Slot`}
      </h3>
      <SearchField
        label={t`Search khateebs by name or city`}
        placeholder={t`Name or city`}
        value={typed}
        onChange={setTyped}
      />
      <div className="mt-2">
        <QueryView
          query={query}
          failed={t`Failed to fetch nearby khateebs.`}
          skeleton={
            // This margin is as high as the line “Available for this slot” above the loaded rows, so the rows don't shift when they load.
            <div className="mt-7">
              <RowsSkeleton rows={4} />
            </div>
          }
        >
          {({ count, freeCount, areMore }) => (
            <>
              <output className="mb-2 block text-sm text-muted">
                {count === 0 && emptyText(typed)}
                {count > 0 &&
                  (areMore
                    ? t`Available for this slot: ${freeCount} of the closest ${count}`
                    : t`Available for this slot: ${freeCount} of ${count}`)}
              </output>
              <ul ref={list} className="divide-y divide-line" aria-labelledby={titleId}>
                {items.map((khateeb) => (
                  <KhateebChoice
                    key={khateeb.uid}
                    khateeb={khateeb}
                    slotId={slot.slotId}
                    isTicked={ticked.has(khateeb.uid)}
                    isFull={ticked.size >= maxKhateebsToInvite}
                    isChanging={isChanging}
                    onTick={tick}
                  />
                ))}
              </ul>
            </>
          )}
        </QueryView>
      </div>
      {more && <ShowMore {...more} list={t`Khateebs for This Slot`} />}
      <ConfirmEmailNotice error={error} />
      {ticked.size > 0 && (
        <div className="sticky-bar sticky bottom-0 mt-3 grid gap-1 border-t border-line bg-page py-3">
          <div className="flex flex-wrap gap-2 *:first:grow">
            <Button busy={isPending} busyText={t`Sending...`} onClick={() => mutate(ticked)}>
              {plural(ticked.size, { one: 'Invite # Khateeb', other: 'Invite # Khateebs' })}
            </Button>
            <Button variant="secondary" onClick={() => setTicked(new Map())}>
              {t`Clear`}
            </Button>
          </div>
          {ticked.size > 1 && (
            <p className="text-center text-sm text-muted">{t`The first to accept gets the slot; the others are told.`}</p>
          )}
        </div>
      )}
    </section>
  )
}

function emptyText(typed: string): string {
  return typed.trim() === ''
    ? t`No khateebs available nearby within 50 miles.`
    : t`No khateebs match your search.`
}

function useKhateebsForSlot(slotId: string, q: string) {
  return useInfiniteQuery({
    ...pagedQuery(['khateebs-for-slot', slotId, q], (page) =>
      callPage(getKhateebsForSlot, { uid: 'me', slotId, ...(q !== '' && { q }), limit: '20', ...page }),
    ),
    placeholderData: keepPreviousData,
    select: ({ pages, pageParams }) => ({
      count: pages[0]?.items.count ?? 0,
      freeCount: pages[0]?.items.freeCount ?? 0,
      areMore: pages[0]?.items.areMore ?? false,
      pages: pages.map(({ items, nextCursor }) => ({ items: items.khateebs, nextCursor })),
      pageParams,
    }),
  })
}

function khateebsExcept(khateebs: NamesByUid, removed: NamesByUid): NamesByUid {
  return new Map([...khateebs].filter(([uid]) => !removed.has(uid)))
}

/** @param onSent called with the invited khateebs */
function useInvite(slot: PostedSlot, onSent: (invited: NamesByUid) => void) {
  const zoneOf = useZoneLabel()
  const { slotId, khutbahDate, khutbahTime, startsAt } = slot
  const invite: Action<NamesByUid, OutputOf<typeof inviteKhateebs>> = {
    run: (khateebs) =>
      call(inviteKhateebs, {
        masjidUid: 'me',
        khateebUids: [...khateebs.keys()],
        slots: [{ slotId, seenStart: startsAt }],
      }),
    done: (_, khateebs) => {
      const [name = ''] = khateebs.values()
      const date = formatDate(khutbahDate)
      const time = formatTime(khutbahTime, zoneOf(slot))
      const count = khateebs.size
      if (count === 1) return t`Invite sent to ${name} for ${date} at ${time}`
      return t`Invites sent to ${count} khateebs for ${date} at ${time}. The first to accept gets the slot.`
    },
    failed: (error, _, khateebs) => {
      const name = error instanceof CallFailed ? khateebs.get(error.about?.khateebUid ?? '') : undefined
      const reason = failureMessage(error)
      return {
        text:
          name === undefined
            ? t`Failed to send invite: ${reason}`
            : t`Nobody was invited. ${name}: ${reason}`,
        reason: undefined,
      }
    },
    scope: () => slotToastScope(slot),
  }
  return useAction(invite, { onDone: (_, khateebs) => onSent(khateebs) })
}
