import { t } from '@lingui/core/macro'
import type { ReactNode } from 'react'
import type { Endpoint } from '../../contract/endpoint.ts'
import { landingPaths, paths } from '../../contract/screen-paths.ts'
import { call } from '../app/api-call.ts'
import { failureMessage } from '../app/failure-message.ts'
import { LinkButton } from '../app/link-button.tsx'
import { readSession } from '../app/session.ts'
import { useTitle } from '../app/title.ts'
import { useAction } from '../app/use-action.ts'
import { Button } from '../ui/button.tsx'
import { Drawing } from '../ui/drawing.tsx'
import letter from '../ui/drawings/letter.svg'
import { Notice } from '../ui/notice.tsx'
import { IdentityForm } from './identity-form.tsx'
import { isLinkSpent, LinkResult, SpentLinkScreen } from './letter-link-notices.tsx'
import { RequireLinkToken } from './require-link-token.tsx'

interface LinkActionScreenProps {
  title: string
  /** Explains what the button does. */
  lead: ReactNode
  /** The button's label. */
  button: string
  /** The call that uses the link's token. */
  endpoint: Endpoint<{ token: string }>
  /** Whether the call ends the sessions of the link's account. */
  endsSessions?: boolean
  /** Describes the result after the action. */
  done: string
  /** A second sentence about the result. */
  doneDetail?: string
  /** Label of the link to the landing screen or the login. */
  continueLabel: string
  /** Says what to do if the link was already used or has expired. */
  ifSpent: string
}

/**
 * The screen of a letter's link that can be used once. Sends the link's token only when the button is pressed, because mail scanners and
 * link previews also follow links.
 */
export function LinkActionScreen(props: LinkActionScreenProps) {
  const { title } = props
  useTitle(title)
  return (
    <RequireLinkToken title={title} ifIncomplete={t`Please open it again from the email.`}>
      {/* The key makes sure that a second link opened in this tab doesn't show the result of the first. */}
      {(token) => <LinkAction key={token} token={token} {...props} />}
    </RequireLinkToken>
  )
}

function LinkAction(props: LinkActionScreenProps & { token: string }) {
  const { token, title, lead, button, endpoint, endsSessions, done, doneDetail, continueLabel, ifSpent } =
    props
  const mutation = useAction({
    run: async () => {
      await call(endpoint, { token })
      return endsSessions ? paths.login : landingOrLoginPath()
    },
    ...(endsSessions && { endsSession: 'perhaps' }),
  })
  if (isLinkSpent(mutation.error)) return <SpentLinkScreen title={title}>{ifSpent}</SpentLinkScreen>
  return mutation.isSuccess ? (
    <LinkResult
      title={title}
      result={done}
      tone="success"
      action={<LinkButton to={mutation.data}>{continueLabel}</LinkButton>}
    >
      {doneDetail}
    </LinkResult>
  ) : (
    <IdentityForm
      title={title}
      onSubmit={(event) => {
        event.preventDefault()
        mutation.mutate()
      }}
    >
      <div className="mx-auto w-48 max-w-full">
        <Drawing src={letter} ratio="3/2" />
      </div>
      <div className="text-center text-lg">{lead}</div>
      {mutation.isError && (
        <Notice announced tone="danger">
          {failureMessage(mutation.error)}
        </Notice>
      )}
      <Button type="submit" size="large" wide busy={mutation.isPending}>
        {button}
      </Button>
    </IdentityForm>
  )
}

/** Returns the path of the landing screen if this browser is signed in, otherwise of the login. */
async function landingOrLoginPath(): Promise<string> {
  const session = await readSession().catch(() => null)
  return session === null ? paths.login : landingPaths[session.role]
}
