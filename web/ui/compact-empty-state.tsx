import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

interface CompactEmptyStateProps {
  icon: LucideIcon
  title: ReactNode
  /** Says how the list will get its first item. */
  children?: ReactNode
}

/** A placeholder for an empty list in one of several sections. It is smaller than `EmptyState`. */
export function CompactEmptyState({ icon: Icon, title, children }: CompactEmptyStateProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <span
        className="grid size-12 shrink-0 place-items-center rounded-control bg-sunken text-muted"
        aria-hidden="true"
      >
        <Icon className="size-5" />
      </span>
      <div className="min-w-0 grow basis-40">
        <p className="font-medium">{title}</p>
        {children !== undefined && <p className="text-sm text-muted">{children}</p>}
      </div>
    </div>
  )
}
