import { t } from '@lingui/core/macro'
import { useState } from 'react'
import { lazyDialog } from '../app/lazy-dialog.tsx'
import { Section } from '../members/section.tsx'
import { Button } from '../ui/button.tsx'
import type { TeamMember } from './member-queries.ts'

const HandOverDialog = lazyDialog(async () => (await import('./hand-over-dialog.tsx')).HandOverDialog)

/** Lets an owner hand the masjid over to another member. */
export function HandOverSection({ others }: { others: readonly TeamMember[] }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Section title={t`Hand Over`}>
      <p className="mb-4 text-muted">{t`Makes another member an owner in your place.`}</p>
      <Button variant="secondary" onClick={() => setIsOpen(true)}>
        {t`Hand Over the Masjid`}
      </Button>
      <HandOverDialog others={others} isOpen={isOpen} onClose={() => setIsOpen(false)} />
    </Section>
  )
}
