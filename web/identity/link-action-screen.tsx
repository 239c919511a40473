import { t } from '@lingui/core/macro'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { LinkButton } from '../app/link-button.tsx'
import { sentenceOf } from '../app/failure-sentences.ts'
import { useTitle } from '../app/title.ts'
import { Button } from '../ui/button.tsx'
import { Drawing } from '../ui/drawing.tsx'
import letter from '../ui/drawings/letter.svg'
import { Notice } from '../ui/notice.tsx'
import { IdentityForm } from './identity-form.tsx'
import { RequireLinkToken } from './require-link-token.tsx'
import { isLinkSpent, LinkResult, SpentLink } from './link-result.tsx'

interface LinkActionScreenProps {
  /** The screen's. */
  title: string
  /** What the press is for. */
  lead: ReactNode
  /** What the button says. */
  button: string
  /** Uses the link by its token; resolves with where to go on. */
  press: (token: string) => Promise<string>
  /** What is said when it is done. */
  done: string
  /** What comes next, where there is more to say of it. */
  next?: string
  /** What leads on. */
  goOn: string
  /** What to do where the link can't be used any more. */
  otherwise: string
}

/** Where a link in a letter leads. It asks for a press, so that nothing that merely follows links spends it. */
export function LinkActionScreen({ title, lead, button, press, done, next, goOn, otherwise }: LinkActionScreenProps) {
  useTitle(title)
  const pressing = useMutation({ mutationFn: press })
  return (
    <RequireLinkToken title={title} otherwise={t`Please open it again from the letter.`}>
      {(token) => {
        if (pressing.variables === token && isLinkSpent(pressing.error))
          return <SpentLink title={title}>{otherwise}</SpentLink>
        return pressing.isSuccess ? (
          <LinkResult
            title={title}
            says={done}
            tone="success"
            action={<LinkButton to={pressing.data}>{goOn}</LinkButton>}
          >
            {next}
          </LinkResult>
        ) : (
          <IdentityForm
            title={title}
            onSubmit={(event) => {
              event.preventDefault()
              pressing.mutate(token)
            }}
          >
            <div className="mx-auto w-48 max-w-full">
              <Drawing src={letter} ratio="3/2" />
            </div>
            <div className="text-center text-lg">{lead}</div>
            {pressing.isError && (
              <Notice announced tone="danger">
                {sentenceOf(pressing.error)}
              </Notice>
            )}
            <Button type="submit" size="large" wide busy={pressing.isPending}>
              {button}
            </Button>
          </IdentityForm>
        )
      }}
    </RequireLinkToken>
  )
}
