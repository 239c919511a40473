import { plural } from '@lingui/core/macro'
import { Inbox } from 'lucide-react'

interface WaitingLinkProps {
  count: number
  /** Id of the section where they are answered. */
  to: string
}

/** Says how many proposals wait for an answer, and leads there: on a phone they may stand far below. */
export function WaitingLink({ count, to }: WaitingLinkProps) {
  if (count === 0) return null
  return (
    <a
      href={`#${to}`}
      className="inline-flex min-h-control items-center gap-2 font-medium text-accent underline underline-offset-4 hover:text-accent-strong"
    >
      <Inbox className="size-5 shrink-0" aria-hidden="true" />
      {plural(count, { one: '# request waits for your answer', other: '# requests wait for your answer' })}
    </a>
  )
}
