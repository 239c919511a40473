import type { FormEventHandler, ReactNode } from 'react'
import { Card } from '../ui/card.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { StarRule } from '../ui/star-rule.tsx'

interface IdentityFormProps {
  title: string
  lead?: ReactNode
  onSubmit: FormEventHandler
  children: ReactNode
  /** Other ways, under the form. */
  foot?: ReactNode
}

/** The one form of a screen that signs somebody up or in. */
export function IdentityForm({ title, lead, onSubmit, children, foot }: IdentityFormProps) {
  return (
    <div className="mx-auto w-full max-w-form">
      <PageHeader title={title} lead={lead} />
      <Card>
        <form noValidate className="grid grid-cols-1 gap-5" onSubmit={onSubmit}>
          {children}
        </form>
      </Card>
      {foot !== undefined && (
        <div className="mt-8 grid justify-items-center gap-6 text-center text-muted">
          <StarRule />
          <div>{foot}</div>
        </div>
      )}
    </div>
  )
}

/** Two fields beside each other where there is room. */
export function FieldPair({ children }: { children: ReactNode }) {
  return <div className="grid grid-cols-1 gap-5 md:grid-cols-2">{children}</div>
}
