import { plural, t } from '@lingui/core/macro'
import { Inbox } from 'lucide-react'
import { InPageLink } from '../ui/in-page-link.tsx'
import { linkClass } from '../ui/link-class.ts'
import { Skeleton } from '../ui/skeleton.tsx'

/**
 * Shows how many proposals the user has to answer, and links to their section, which on a phone may be far below. `to` is the id of
 * the section; `count` is undefined while it loads. Has the same height in each state, so that the layout doesn't shift.
 */
export function PendingProposalsLink({ count, to }: { count: number | undefined; to: string }) {
  return <div className="flex min-h-control items-center">{content(count, to)}</div>
}

function content(count: number | undefined, to: string) {
  if (count === undefined) return <Skeleton className="h-5 w-56 max-w-full" />
  if (count === 0) return t`Nothing is waiting for your answer.`
  return (
    <InPageLink to={to} className={`inline-flex min-h-control items-center gap-2 font-medium ${linkClass}`}>
      <Inbox className="size-5 shrink-0" />
      {plural(count, {
        one: '# request is waiting for your answer',
        other: '# requests are waiting for your answer',
      })}
    </InPageLink>
  )
}
