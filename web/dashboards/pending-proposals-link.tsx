import { plural, t } from '@lingui/core/macro'
import { Inbox } from 'lucide-react'
import { InPageLink } from '../ui/in-page-link.tsx'
import { linkClass } from '../ui/link-class.ts'
import { Skeleton } from '../ui/skeleton.tsx'

interface WaitingLinkProps {
  /** Undefined until it is known, and the section is there to be led to. */
  count: number | undefined
  /** Id of the section where they are answered. */
  to: string
}

/**
 * Says how many proposals wait for an answer, and leads there: on a phone they may stand far below. Takes the same
 * room whatever it says, so that nothing moves when it is known.
 */
export function PendingProposalsLink({ count, to }: WaitingLinkProps) {
  return <div className="flex min-h-control items-center">{content(count, to)}</div>
}

function content(count: number | undefined, to: string) {
  if (count === undefined) return <Skeleton className="h-5 w-56" />
  if (count === 0) return t`Nothing waits for your answer.`
  return (
    <InPageLink to={to} className={`inline-flex min-h-control items-center gap-2 font-medium ${linkClass}`}>
      <Inbox className="size-5 shrink-0" aria-hidden="true" />
      {plural(count, { one: '# request waits for your answer', other: '# requests wait for your answer' })}
    </JumpLink>
  )
}
