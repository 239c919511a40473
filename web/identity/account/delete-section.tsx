import { t } from '@lingui/core/macro'
import { useState } from 'react'
import { useLazyModule } from '../../app/lazy-module.ts'
import { Section } from '../../members/section.tsx'
import { Button } from '../../ui/button.tsx'

const load = () => import('./delete-account-dialog.tsx')

export function DeleteSection() {
  const [isOpen, setIsOpen] = useState(false)
  const close = () => setIsOpen(false)
  const module = useLazyModule(isOpen, load, close)
  return (
    <Section title={t`Delete account`}>
      <p className="mb-4 text-muted">{t`Your profile and personal data are deleted immediately and can’t be restored.`}</p>
      <Button variant="secondary" onClick={() => setIsOpen(true)}>
        {t`Delete my account`}
      </Button>
      {module !== undefined && <module.DeleteAccountDialog isOpen={isOpen} onClose={close} />}
    </Section>
  )
}
