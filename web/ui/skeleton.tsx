import { t } from '@lingui/core/macro'
import type { ReactNode } from 'react'

/** A placeholder for a text or picture that is loading. `className` sets its size. */
export function Skeleton({ className }: { className: string }) {
  return (
    <span
      className={`forced-edge block animate-breathe rounded-sm bg-line ${className}`}
      aria-hidden="true"
    />
  )
}

/** Wraps skeletons and announces loading to screen readers. */
export function LoadingStatus({ children }: { children: ReactNode }) {
  return (
    <output className="block" aria-label={t`Loading…`}>
      {children}
    </output>
  )
}
