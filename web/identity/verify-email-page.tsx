import { t } from '@lingui/core/macro'
import { useMutation } from '@tanstack/react-query'
import { verifyEmail } from '../../contract/identity.ts'
import { call } from '../app/call.ts'
import { LinkButton } from '../app/link-button.tsx'
import { paths } from '../app/paths.ts'
import { sentenceOf } from '../app/sentences.ts'
import { useTitle } from '../app/title.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Notice } from '../ui/notice.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { useLinkToken } from './use-link-token.ts'

/** Where the link in the first letter leads. It asks for a press, so that nothing that merely follows links spends it. */
export function Component() {
  useTitle(t`Confirm your e-mail`)
  const token = useLinkToken() ?? ''
  const confirming = useMutation({ mutationFn: () => call(verifyEmail, { token }) })
  return (
    <div className="mx-auto w-full max-w-form">
      <PageHeader title={t`Confirm your e-mail`} />
      {confirming.isSuccess ? (
        <Notice
          announced
          tone="success"
          title={t`Thank you. Your e-mail is confirmed.`}
          action={<LinkButton to={paths.login}>{t`Go on`}</LinkButton>}
        />
      ) : (
        <Card>
          <p className="mb-5">{t`One press, and we know that letters reach you here.`}</p>
          {confirming.isError && (
            <div className="mb-5">
              <Notice announced tone="danger">
                {sentenceOf(confirming.error)}
              </Notice>
            </div>
          )}
          <Button size="large" wide busy={confirming.isPending} onClick={() => confirming.mutate()}>
            {t`Confirm e-mail`}
          </Button>
        </Card>
      )}
    </div>
  )
}
