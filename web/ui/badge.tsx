import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { type Tone, toneClass } from './tone.ts'

interface BadgeProps {
  tone?: Tone
  icon?: LucideIcon
  children: ReactNode
}

/** A short label. Only the tone `open`, for an open slot, has a visible border: it is dashed. */
export function Badge({ tone = 'neutral', icon: Icon, children }: BadgeProps) {
  return (
    <span
      className={`forced-edge inline-flex items-center gap-1.5 rounded-full border px-2.5 py-0.5 text-sm font-medium ${tone === 'open' ? '' : 'border-transparent'} ${toneClass[tone]}`}
    >
      {Icon !== undefined && <Icon className="size-4 shrink-0" />}
      {children}
    </span>
  )
}
