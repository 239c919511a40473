import type { ReactNode } from 'react'

/** Loading placeholder of a text or picture; `className` sets its size. */
export function Skeleton({ className }: { className: string }) {
  return (
    <span
      className={`forced-edge block animate-breathe rounded-sm bg-line ${className}`}
      aria-hidden="true"
    />
  )
}

interface LoadingProps {
  /** Announced instead of the skeletons. */
  label: string
  children: ReactNode
}

/** Wraps skeletons and announces loading to screen readers. */
export function Loading({ label, children }: LoadingProps) {
  return (
    <output className="block" aria-label={label}>
      {children}
    </output>
  )
}
