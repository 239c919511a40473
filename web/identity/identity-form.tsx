import { type ComponentProps, type FormEventHandler, type ReactNode, useEffect, useRef } from 'react'
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
  /** Links to related screens, below the form. */
  foot?: ReactNode
}

/** The layout of a screen with a single form: sign-in, sign-up, or the action of a letter's link. */
export function IdentityForm({ title, lead, onSubmit, children, foot }: IdentityFormProps) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => replayEarlyInput(form.current), [])
  return (
    <div className="mx-auto w-full max-w-form">
      <PageHeader title={title} lead={lead} />
      <Card>
        {/* Before hydration, a form with `method="dialog"` does nothing on submit. The default GET would put the password into the URL. */}
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

/** A link below the form, tall enough for a thumb. */
export function FootLink(link: Pick<ComponentProps<typeof Link>, 'to' | 'reloadDocument' | 'children'>) {
  return (
    <Link
      {...link}
      className={`inline-flex min-h-control min-w-control items-center justify-center ${linkClass}`}
    />
  )
}

/**
 * Replays what the user did before hydration. Filled fields without focus get a blur event, which looks up the ZIP code and formats the
 * phone number. A form that was submitted (`pre-hydration.ts` has marked it as busy) is submitted again.
 */
function replayEarlyInput(form: HTMLFormElement | null): void {
  for (const field of form?.querySelectorAll('input') ?? []) {
    const wasLeft = field.value !== '' && field !== document.activeElement
    if (wasLeft) field.dispatchEvent(new FocusEvent('focusout', { bubbles: true }))
  }
  if (form?.ariaBusy !== 'true') return
  form.removeAttribute('aria-busy')
  form.requestSubmit()
}
