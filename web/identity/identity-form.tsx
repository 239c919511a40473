import { type FormEventHandler, type ReactNode, useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { Card } from '../ui/card.tsx'
import { linkClass } from '../ui/link-class.ts'
import { PageHeader } from '../ui/page-header.tsx'
import { StarDivider } from '../ui/star-divider.tsx'

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
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => replayEarlyInput(form.current), [])
  return (
    <div className="mx-auto w-full max-w-form">
      <PageHeader title={title} lead={lead} />
      <Card>
        {/* Sent before the script runs, it stays here: by the usual method a password would go into the address. */}
        <form ref={form} method="dialog" noValidate className="grid grid-cols-1 gap-5" onSubmit={onSubmit}>
          {children}
        </form>
      </Card>
      {foot !== undefined && (
        <div className="mt-8 grid justify-items-center gap-6 text-center text-muted">
          <StarDivider />
          <div>{foot}</div>
        </div>
      )}
    </div>
  )
}

/** Another way, in the line under the form: as high as a thumb needs it. */
export function FootLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link
      to={to}
      className={`inline-flex min-h-control min-w-control items-center justify-center ${linkClass}`}
    >
      {children}
    </Link>
  )
}

/**
 * What was done before the script ran is done now. A field that was filled in and left is left (which looks up a ZIP's
 * place, and gives a phone number its form), and a form that was sent, as `pre-hydration.ts` has seen, is sent.
 */
function replayEarlyInput(form: HTMLFormElement | null): void {
  for (const field of form?.querySelectorAll('input') ?? []) {
    const isLeft = field.value !== '' && field !== document.activeElement
    if (isLeft) field.dispatchEvent(new FocusEvent('focusout', { bubbles: true }))
  }
  if (form?.ariaBusy !== 'true') return
  form.removeAttribute('aria-busy')
  form.requestSubmit()
}

/** Two fields beside each other where there is room. */
export function FieldPair({ children }: { children: ReactNode }) {
  return <div className="grid grid-cols-1 gap-5 md:grid-cols-2">{children}</div>
}
