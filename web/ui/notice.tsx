import { CircleAlert, CircleCheck, Info, type LucideIcon, Sparkles, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { toneClass } from './tone.ts'

type NoticeTone = 'accent' | 'info' | 'success' | 'warning' | 'danger'

interface NoticeProps {
  tone?: NoticeTone
  title?: ReactNode
  children?: ReactNode
  action?: ReactNode
  /** Announces the notice to screen readers when it appears. Not for a notice that is on the screen from the start. */
  announced?: boolean
}

const icons: Record<NoticeTone, LucideIcon> = {
  accent: Sparkles,
  info: Info,
  success: CircleCheck,
  warning: TriangleAlert,
  danger: CircleAlert,
}

/** A message that stays on the screen, unlike a toast. */
export function Notice({ tone = 'info', title, children, action, announced = false }: NoticeProps) {
  const Icon = icons[tone]
  const urgent = tone === 'danger' || tone === 'warning' ? 'alert' : 'status'
  return (
    <div
      role={announced ? urgent : undefined}
      className={`forced-edge flex flex-wrap items-center gap-x-6 gap-y-2 rounded-card px-sheet py-3 ${toneClass[tone]}`}
    >
      <div className="flex grow basis-72 items-start gap-3">
        <Icon className="mt-0.5 size-5 shrink-0" />
        <div>
          {title !== undefined && <p className="font-semibold">{title}</p>}
          {children !== undefined && <div className={title === undefined ? '' : 'text-ink'}>{children}</div>}
        </div>
      </div>
      {action}
    </div>
  )
}
