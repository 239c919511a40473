import { t } from '@lingui/core/macro'
import { useState } from 'react'
import { useLazyModule } from '../../app/lazy-module.ts'
import { Section } from '../../members/section.tsx'
import { Button } from '../../ui/button.tsx'

const load = () => import('./change-password-dialog.tsx')

export function PasswordSection() {
  const [isOpen, setIsOpen] = useState(false)
  const close = () => setIsOpen(false)
  const module = useLazyModule(isOpen, load, close)
  return (
    <Section title={t`Password`}>
      <p className="mb-4 text-muted">{t`With a new password, all your other devices are signed out.`}</p>
      <Button variant="secondary" onClick={() => setIsOpen(true)}>
        {t`Change password`}
      </Button>
      {module !== undefined && <module.ChangePasswordDialog isOpen={isOpen} onClose={close} />}
    </Section>
  )
}
