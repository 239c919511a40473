import { t } from '@lingui/core/macro'
import type { ComponentProps } from 'react'
import { paths } from '../app/paths.ts'
import { Button } from '../ui/button.tsx'
import { FootLink, IdentityForm } from './identity-form.tsx'
import { NewPasswordFields } from './new-password-fields.tsx'
import { SignedOutOnly } from './signed-out-only.tsx'

interface SignUpFormProps
  extends Omit<ComponentProps<typeof IdentityForm>, 'foot'>,
    Pick<ComponentProps<typeof NewPasswordFields>, 'password' | 'repeated'> {
  busy: boolean
}

/** The frame of a sign-up form: `children` are the fields above the password. */
export function SignUpForm({ password, repeated, busy, children, ...form }: SignUpFormProps) {
  return (
    <SignedOutOnly signsUp>
      <IdentityForm
        {...form}
        foot={
          <>
            {t`Already registered?`} <FootLink to={paths.login}>{t`Login`}</FootLink>
          </>
        }
      >
        {children}
        <NewPasswordFields password={password} repeated={repeated} />
        <Button type="submit" size="large" wide busy={busy} busyText={t`Registering...`}>
          {t`Register`}
        </Button>
      </IdentityForm>
    </SignedOutOnly>
  )
}
