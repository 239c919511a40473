import { t } from '@lingui/core/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Bell } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { Role } from '../../contract/endpoint.ts'
import { markNewsRead } from '../../contract/news.ts'
import { paths } from '../../contract/screen-paths.ts'
import { call, callInBackground } from '../app/api-call.ts'
import { queryClient } from '../app/document-context.ts'
import { Instant } from '../app/formatted-values.tsx'
import { Link } from '../app/link.tsx'
import { PagedList } from '../members/paged-list.tsx'
import { QuotedText } from '../members/quoted-text.tsx'
import { SlotDateTime } from '../members/slot-date-time.tsx'
import { useHasRole } from '../members/use-has-role.ts'
import { Badge } from '../ui/badge.tsx'
import { CompactEmptyState } from '../ui/compact-empty-state.tsx'
import { linkClass } from '../ui/link-class.ts'
import { Row } from '../ui/list.tsx'
import { linkOf } from './news-link.ts'
import { type NewsItem, newsQuery, unreadCountQuery } from './news-queries.ts'
import { NewsSentence } from './news-sentence.tsx'

interface NewsListProps {
  role: Role
  /** Called when a link is pressed. */
  onLeave: () => void
}

/** The party's news, newest first. Marks all news as read. Items that were unread keep their badge until the list is closed. */
export function NewsList({ role, onLeave }: NewsListProps) {
  const news = useInfiniteQuery(newsQuery)
  const unread = news.data?.pages.flatMap(({ items }) => items).filter((it) => !it.isRead) ?? []
  // The ids of the items that were unread. They are kept here, because a refetch returns these items as read.
  const [badged, setBadged] = useState<ReadonlySet<string>>(new Set())
  if (unread.some(({ newsId }) => !badged.has(newsId)))
    setBadged(new Set([...badged, ...unread.map(({ newsId }) => newsId)]))
  useMarkRead(unread[0]?.newsId)
  return (
    <>
      <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="font-display text-xl font-semibold">{t`News`}</h2>
        <Link to={paths.account} onClick={onLeave} className={`py-2.5 ${linkClass}`}>
          {t`News settings`}
        </Link>
      </div>
      <PagedList
        query={news}
        label={t`News`}
        failed={t`Error fetching your news. Please try again later.`}
        skeletonRows={3}
        empty={
          <CompactEmptyState icon={Bell} title={t`No news`}>
            {t`News about your upcoming khutbahs appears here.`}
          </CompactEmptyState>
        }
      >
        {(item) => (
          <NewsRow
            key={item.newsId}
            item={item}
            isNew={badged.has(item.newsId)}
            role={role}
            onLeave={onLeave}
          />
        )}
      </PagedList>
    </>
  )
}

function NewsRow({ item, isNew, role, onLeave }: NewsListProps & { item: NewsItem; isNew: boolean }) {
  const { khutbahDate, khutbahTime, startsAt, timeZone, createdAt, reason } = item
  const link = linkOf(item, role, useHasRole('scheduler'))
  return (
    <Row
      title={<NewsSentence item={item} />}
      status={isNew && <Badge tone="info">{t`New`}</Badge>}
      detail={
        <>
          {reason !== null && <QuotedText text={reason} />}
          <SlotDateTime date={khutbahDate} time={khutbahTime} startsAt={startsAt} timeZone={timeZone} />
          {link !== undefined && (
            <Link
              to={link.to}
              onClick={onLeave}
              className={`inline-flex min-h-control items-center ${linkClass}`}
            >
              {link.text}
            </Link>
          )}
          <p className="text-sm">
            <Instant value={createdAt} />
          </p>
        </>
      }
    />
  )
}

/** Marks this piece of news and all older news as read. If the call fails, the list tries again when it is next opened. */
function useMarkRead(newsId: string | undefined): void {
  useEffect(() => {
    if (newsId === undefined) return
    const marking = callInBackground(() => call(markNewsRead, { newsId, andOlder: true }))
    void marking.then(refreshCount, () => undefined)
  }, [newsId])
}

/** Refetches the count now, but the list only when it is next opened, because the list shows these items already. */
function refreshCount(): Promise<unknown> {
  return Promise.all([
    queryClient().invalidateQueries({ queryKey: unreadCountQuery.queryKey }),
    queryClient().invalidateQueries({ queryKey: newsQuery.queryKey, refetchType: 'none' }),
  ])
}
