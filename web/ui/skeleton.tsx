import type { ReactNode } from 'react'

/** A place where text or a picture will stand; `className` gives it its size. */
export function Skeleton({ className }: { className: string }) {
  return (
    <span
      className={`forced-edge block animate-breathe rounded-sm bg-line ${className}`}
      aria-hidden="true"
    />
  )
}

interface LoadingProps {
  /** Read out in place of the skeletons. */
  label: string
  children: ReactNode
}

/** Around skeletons: says to those who can't see them that something is on its way. */
export function Loading({ label, children }: LoadingProps) {
  return (
    <output className="block" aria-label={label}>
      {children}
    </output>
  )
}
