import { t } from '@lingui/core/macro'
import type { ComponentProps } from 'react'
import { paths } from '../../contract/screen-paths.ts'
import { Button } from '../ui/button.tsx'
import { FootLink, IdentityForm } from './identity-form.tsx'
import { NewPasswordFields } from './new-password-fields.tsx'
import { SignedOutOnly } from './signed-out-only.tsx'

interface SignUpFormProps extends Omit<ComponentProps<typeof IdentityForm>, 'foot'> {
  form: {
    readonly isSubmitting: boolean
    readonly field: (
      name: 'password' | 'repeatedPassword',
    ) => ComponentProps<typeof NewPasswordFields>['password']
  }
}

/** The common parts of the sign-up forms. `children` are the fields above the password. */
export function SignUpForm({ form: { field, isSubmitting }, children, ...frame }: SignUpFormProps) {
  return (
    <SignedOutOnly signsUp>
      <IdentityForm
        {...frame}
        foot={
          <>
            {t`Already registered?`} <FootLink to={paths.login}>{t`Login`}</FootLink>
          </>
        }
      >
        {children}
        <NewPasswordFields password={field('password')} repeated={field('repeatedPassword')} />
        <Button type="submit" size="large" wide busy={isSubmitting} busyText={t`Registering...`}>
          {t`Register`}
        </Button>
      </IdentityForm>
    </SignedOutOnly>
  )
}
