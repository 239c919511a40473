import type { ReactNode } from 'react'

/** Two fields side by side, if they fit. */
export function FieldPair({ children }: { children: ReactNode }) {
  return <div className="grid grid-cols-1 gap-5 md:grid-cols-2">{children}</div>
}
