import { t } from '@lingui/core/macro'
import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import type { LoaderFunctionArgs } from 'react-router'
import type { Language } from '../../contract/availability-choices.ts'
import type { Page } from '../../contract/client.ts'
import { getOpenSlots } from '../../contract/directory.ts'
import { maxSlotsToRequest } from '../../contract/proposals.ts'
import { callPage } from '../app/api-call.ts'
import { queryClient } from '../app/document-context.ts'
import { formatMiles } from '../app/format.ts'
import { CalendarDate } from '../app/formatted-values.tsx'
import { GoBack } from '../app/go-back.tsx'
import { lingui } from '../app/i18n.ts'
import { usePreload } from '../app/lazy-dialog.tsx'
import { lazyPart } from '../app/lazy-part.tsx'
import { pagedQuery } from '../app/paged-query.ts'
import { useSearchParameter } from '../app/search-parameter.ts'
import { prefetchForRole } from '../app/session.ts'
import { useTitle } from '../app/title.ts'
import { LanguageSelect, languageOf } from '../members/language-select.tsx'
import { PagedList } from '../members/paged-list.tsx'
import { RequireRole } from '../members/require-role.tsx'
import { useHaveItemsMoved } from '../members/use-is-changing.ts'
import nearby from '../ui/drawings/nearby.svg'
import { EmptyState } from '../ui/empty-state.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { Select } from '../ui/select.tsx'
import { messages } from '../words/nearby-slots.en.po'
import { type OpenSlot, OpenSlotRow } from './open-slot-row.tsx'
import { useRestoredSlotSelection } from './use-slot-selection.ts'

lingui.load('en', messages)

const loadRequestSelectedSlots = async () =>
  (await import('./request-selected-slots.tsx')).RequestSelectedSlots
const RequestSelectedSlots = lazyPart(loadRequestSelectedSlots)

/** The radii in miles that the khateeb can choose from. */
const radii = ['10', '25', '50', '100']
const defaultRadius = '50'

/** The radius in the URL if it is one of the choices, else the default. */
const radiusOf = (miles: string) => (radii.includes(miles) ? miles : defaultRadius)

function openSlotsQuery(radius: string, language: Language | undefined) {
  return infiniteQueryOptions({
    ...pagedQuery(['open-slots', radius, language], (page) =>
      callPage(getOpenSlots, { uid: 'me', radius, language, ...page }),
    ),
    placeholderData: keepPreviousData,
    select: ({ pages, pageParams }) => ({ pages: markFirstOfDates(pages), pageParams }),
  })
}

/** Prefetches the first page in parallel with the session. */
export function loader({ request }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url)
  const radius = radiusOf(searchParams.get('miles') ?? '')
  const language = languageOf(searchParams.get('in') ?? '')
  return prefetchForRole({
    khateeb: () => [queryClient().prefetchInfiniteQuery(openSlotsQuery(radius, language))],
  })
}

/** The open slots near the khateeb that he may request, sorted by date, then by distance. He requests one or several with one press. */
export function Component() {
  useTitle(t`Open Near You`)
  return (
    <RequireRole who="khateeb">
      <OpenSlots />
    </RequireRole>
  )
}

function OpenSlots() {
  const [miles, setMiles] = useSearchParameter('miles')
  const [code, setCode] = useSearchParameter('in')
  const [radius, language] = [radiusOf(miles), languageOf(code)]
  const query = useInfiniteQuery(openSlotsQuery(radius, language))
  const selection = useRestoredSlotSelection()
  // A selected slot that was requested or filled meanwhile is no longer in this list, so `selected` does not contain it.
  const slots = (query.data?.pages ?? []).flatMap(({ items }) => items)
  const haveMoved = useHaveItemsMoved(slots.map(({ slotId }) => slotId))
  const selected = slots
    .filter(({ slotId }) => selection.ids.has(slotId))
    .map((slot) => ({ ...slot, khutbahDate: slot.date, khutbahTime: slot.time.time }))
  const isFull = selected.length >= maxSlotsToRequest
  usePreload(loadRequestSelectedSlots)
  const clear = () => selection.select(new Set())
  return (
    <>
      <PageHeader
        back={<GoBack />}
        title={t`Open Near You`}
        lead={t`Slots without a khateeb, by date, closest first, except at hours when you are already booked and on dates when you are away.`}
      />
      <div className="mb-4 grid grid-cols-[repeat(auto-fit,minmax(min(100%,9rem),1fr))] gap-4 *:min-w-0 sm:max-w-120">
        <Select label={t`Distance`} value={radius} onChange={(event) => setMiles(event.target.value)}>
          {radii.map((it) => {
            const distance = formatMiles(Number(it))
            return (
              <option key={it} value={it}>
                {t`Up to ${distance}`}
              </option>
            )
          })}
        </Select>
        <LanguageSelect value={language ?? ''} onChange={(event) => setCode(event.target.value)} />
      </div>
      <PagedList
        inCard
        query={query}
        label={t`Open Near You`}
        failed={t`Error fetching open slots. Please try again later.`}
        skeletonRows={6}
        empty={
          <EmptyState
            drawing={nearby}
            title={
              language === undefined
                ? t`No open slots at this distance.`
                : t`No open slots in this language at this distance.`
            }
            text={wayToMoreSlots(radius, language)}
            headingLevel={2}
          />
        }
      >
        {({ isFirstOfDate, ...slot }, _, isChanging) => (
          <OpenSlotRow
            key={slot.slotId}
            slot={slot}
            heading={isFirstOfDate && <DateHeading date={slot.date} />}
            isChanging={isChanging || haveMoved}
            checkbox={{
              checked: selection.ids.has(slot.slotId),
              disabled: isFull && !selection.ids.has(slot.slotId),
              'aria-disabled': isChanging,
              onChange: () => !isChanging && selection.toggle(slot.slotId),
            }}
          />
        )}
      </PagedList>
      {selected.length > 0 && (
        <div className="sticky-bar sticky bottom-[calc(var(--spacing-bar)+env(safe-area-inset-bottom))] z-10 mt-4 grid gap-2 border-t border-line bg-page py-3 md:bottom-0">
          <Suspense>
            <RequestSelectedSlots slots={selected} onClear={clear} onDone={selection.deselect} />
          </Suspense>
        </div>
      )}
    </>
  )
}

/** Returns which choice shows more slots, for an empty list. */
function wayToMoreSlots(radius: string, language: Language | undefined): string {
  const isWidest = radius === radii.at(-1)
  if (language !== undefined)
    return isWidest
      ? t`Choose any language to see more.`
      : t`Choose any language or a greater distance to see more.`
  return isWidest ? t`Open slots near you appear here.` : t`Choose a greater distance to see more.`
}

/** Marks the first slot of each date. */
function markFirstOfDates(pages: readonly Page<readonly OpenSlot[]>[]) {
  let previous = ''
  return pages.map(({ items, nextCursor }) => ({
    items: items.map((slot) => {
      const isFirstOfDate = slot.date !== previous
      previous = slot.date
      return { ...slot, isFirstOfDate }
    }),
    nextCursor,
  }))
}

function DateHeading({ date }: Pick<OpenSlot, 'date'>) {
  return (
    <h2 className="basis-full font-display text-xl font-semibold">
      <CalendarDate value={date} />
    </h2>
  )
}
