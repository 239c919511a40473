import { t } from '@lingui/core/macro'
import { useMutation } from '@tanstack/react-query'
import { verifyEmail } from '../../contract/identity.ts'
import { call } from '../app/call.ts'
import { LinkButton } from '../app/link-button.tsx'
import { landings, paths } from '../app/paths.ts'
import { sentenceOf } from '../app/sentences.ts'
import { readSession } from '../app/session.ts'
import { useTitle } from '../app/title.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Drawing } from '../ui/drawing.tsx'
import letter from '../ui/drawings/letter.svg'
import { Notice } from '../ui/notice.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { LinkNotice } from './link-notice.tsx'
import { useLinkToken } from './use-link-token.ts'

/** Where the link in the first letter leads. It asks for a press, so that nothing that merely follows links spends it. */
export function Component() {
  useTitle(t`Confirm your e-mail`)
  const token = useLinkToken()
  if (token !== undefined) return <Confirm token={token} />
  return (
    <LinkNotice title={t`Confirm your e-mail`} reason={t`The link is incomplete.`}>
      {t`Please open it again from the letter.`}
    </LinkNotice>
  )
}

function Confirm({ token }: { token: string }) {
  const confirming = useMutation({ mutationFn: () => confirm(token) })
  return (
    <div className="mx-auto w-full max-w-form">
      <PageHeader title={t`Confirm your e-mail`} />
      {confirming.isSuccess ? (
        <Notice
          announced
          tone="success"
          title={t`Thank you. Your e-mail is confirmed.`}
          action={<LinkButton to={confirming.data}>{t`Go on`}</LinkButton>}
        />
      ) : (
        <Card>
          <div className="mx-auto mb-4 w-48 max-w-full">
            <Drawing src={letter} ratio="3/2" />
          </div>
          <p className="mb-5 text-center text-lg">{t`One press, and we know that letters reach you here.`}</p>
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

/** Resolves with where to go on: home for whoever is signed in here, else to the login screen. */
async function confirm(token: string): Promise<string> {
  await call(verifyEmail, { token })
  const session = await readSession().catch(() => null)
  return session === null ? paths.login : landings[session.role]
}
