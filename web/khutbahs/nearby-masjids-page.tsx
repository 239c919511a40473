import { plural, t } from '@lingui/core/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { LoaderFunctionArgs } from 'react-router'
import { paths } from '../../contract/screen-paths.ts'
import { queryClient } from '../app/document-context.ts'
import { monthAndDayOf } from '../app/format.ts'
import { GoBack } from '../app/go-back.tsx'
import { useSearchParameter } from '../app/search-parameter.ts'
import { type PrefetchResult, prefetchForRole, useSession } from '../app/session.ts'
import { useTitle } from '../app/title.ts'
import { DirectoryCard } from '../directory/directory-card.tsx'
import type { Masjid } from '../directory/masjid-queries.ts'
import { nearbyMasjidsQuery, type OpenSlotsFilter } from '../directory/nearby-queries.ts'
import { NearbySearch } from '../directory/nearby-search.tsx'
import { searchTermIn, useDebouncedSearch } from '../directory/use-debounced-search.ts'
import { LanguageSelect, languageOf } from '../members/language-select.tsx'
import { isDate } from '../ui/calendar-date.ts'
import { Checkbox } from '../ui/checkbox.tsx'
import { controlClass } from '../ui/field.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { RequestSlotsDialog } from './lazy-request-slots-dialog.ts'
import { RequestSlotsButton } from './request-slots-button.tsx'

const openParameter = 'open'
const dateParameter = 'on'
const languageParameter = 'in'

/** Returns the filter for open slots that the URL's parameters ask for. */
function openSlotsFilterFor(onlyOpen: string, date: string, code: string): OpenSlotsFilter {
  if (onlyOpen === '') return { openSlots: 'shown' }
  const openOn = isDate(date) ? date : undefined
  return { openSlots: 'only', openOn, language: languageOf(code) }
}

/** Prefetches the first page of results in parallel with the session. */
export function loader({ request }: LoaderFunctionArgs): PrefetchResult {
  const params = new URL(request.url).searchParams
  const prefetch = (open: OpenSlotsFilter) => [
    queryClient().prefetchInfiniteQuery(nearbyMasjidsQuery(searchTermIn(params), open)),
  ]
  return prefetchForRole({
    khateeb: () => {
      const [onlyOpen, date, language] = [openParameter, dateParameter, languageParameter].map(
        (name) => params.get(name) ?? '',
      )
      return prefetch(openSlotsFilterFor(onlyOpen ?? '', date ?? '', language ?? ''))
    },
    masjid: () => prefetch({}),
  })
}

/** Masjids near the user; with a search term, masjids anywhere. */
export function Component() {
  useTitle(t`Nearby Masjids`)
  const search = useDebouncedSearch()
  const { role } = useSession()
  const [onlyOpen, setOnlyOpen] = useSearchParameter(openParameter)
  const [date, setDate] = useSearchParameter(dateParameter)
  const [language, setLanguage] = useSearchParameter(languageParameter)
  const open = role === 'khateeb' ? openSlotsFilterFor(onlyOpen, date, language) : {}
  // The dialog is not part of the masjid's card, because the card may leave the list while the dialog is open.
  const [chosen, setChosen] = useState<Pick<Masjid, 'uid' | 'masjidName'>>()
  return (
    <>
      <PageHeader back={<GoBack />} title={t`Nearby Masjids`} />
      <NearbySearch
        search={search}
        query={useInfiniteQuery(nearbyMasjidsQuery(search.searchTerm, open))}
        searchLabel={t`Search masjids by name or city`}
        filters={
          role === 'khateeb' && (
            <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
              <Checkbox
                label={t`Has an open slot`}
                checked={onlyOpen !== ''}
                onChange={(event) => setOnlyOpen(event.target.checked ? '1' : '')}
              />
              {onlyOpen !== '' && (
                <>
                  <label className="flex items-center gap-3">
                    {t`On`}
                    <input
                      type="date"
                      className={controlClass}
                      value={date}
                      onChange={(event) => setDate(event.target.value)}
                    />
                  </label>
                  <LanguageSelect value={language} onChange={(event) => setLanguage(event.target.value)} />
                </>
              )}
            </div>
          )
        }
        label={t`Nearby Masjids`}
        allOf={(count) => plural(count, { one: '# masjid', other: '# masjids, the closest first' })}
        closestOf={(count) => plural(count, { one: 'The closest masjid', other: 'The closest # masjids' })}
        searchingText={t`Looking for masjids…`}
        empty={
          open.openSlots === 'only'
            ? search.searchTerm === ''
              ? t`No open slots found within 30 miles. Change the filters, or use the search bar above to find masjids anywhere.`
              : t`No masjid with an open slot matches your search.`
            : search.searchTerm === ''
              ? t`No masjids found within 30 miles. Use the search bar above to find masjids anywhere.`
              : t`No masjids match your search.`
        }
        suggestionsTitle={search.searchTerm === '' ? t`The closest within 50 miles` : t`Did you mean`}
        failed={t`Error fetching nearby masjids. Please try again later.`}
      >
        {(masjid, isChanging) => (
          <DirectoryCard name={masjid.masjidName} to={paths.masjidDetails(masjid.uid)} entry={masjid}>
            {masjid.open && masjid.open.count > 0 && (
              <>
                <OpenDates {...masjid.open} />
                <span id={masjid.uid} hidden>
                  {masjid.masjidName}
                </span>
                <RequestSlotsButton
                  describedBy={masjid.uid}
                  isChanging={isChanging}
                  onOpen={() => setChosen(masjid)}
                />
              </>
            )}
          </DirectoryCard>
        )}
      </NearbySearch>
      {chosen && <RequestSlotsDialog isOpen masjid={chosen} onClose={() => setChosen(undefined)} />}
    </>
  )
}

/** Shows the dates on which the khateeb may request a slot of a masjid. */
function OpenDates({ dates, count }: { dates: readonly string[]; count: number }) {
  const days = dates.map((date) => {
    const { month, day } = monthAndDayOf(date)
    return `${month} ${day}`
  })
  const more = count > dates.length ? '…' : ''
  return (
    <p className="text-brass">
      {plural(count, { one: '# open date:', other: '# open dates:' })} <bdi>{days.join(', ')}</bdi>
      {more}
    </p>
  )
}
