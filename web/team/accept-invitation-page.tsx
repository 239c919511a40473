import { t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { replace, useNavigate } from 'react-router'
import { CallFailed } from '../../contract/client.ts'
import type { OutputOf } from '../../contract/endpoint.ts'
import { signOut } from '../../contract/identity.ts'
import { lookUpInvitation } from '../../contract/invitation-links.ts'
import { paths, withToken } from '../../contract/screen-paths.ts'
import { call } from '../app/api-call.ts'
import { useSessionMessages } from '../app/cross-tab-session.ts'
import { failureMessage } from '../app/failure-message.ts'
import { usePreload } from '../app/lazy-dialog.tsx'
import { dropCachedSession, forgetSession, readSession } from '../app/session.ts'
import { useTitle } from '../app/title.ts'
import { type Action, useAction } from '../app/use-action.ts'
import { IdentityForm } from '../identity/identity-form.tsx'
import { isLinkSpent, SpentLinkScreen, UnusableLinkScreen } from '../identity/letter-link-notices.tsx'
import { FailedLinkScreen, LoadingLinkScreen, linkQueryOptions } from '../identity/link-query.tsx'
import { RequireLinkToken } from '../identity/require-link-token.tsx'
import { Button } from '../ui/button.tsx'
import { InvitationSummary } from './invitation-summary.tsx'

const loadJoinForm = async () => ({ default: (await import('./join-form.tsx')).JoinForm })
const JoinForm = lazy(loadJoinForm)

const AcceptForm = lazy(async () => ({ default: (await import('./accept-form.tsx')).AcceptForm }))

const KhateebInvitation = lazy(async () => ({
  default: (await import('./khateeb-invitation.tsx')).KhateebInvitation,
}))

/**
 * The token of a user who has left this screen to sign in. Signing in leads back here. Security: the token stays in memory, because in
 * `?next=` it would reach the server.
 */
let keptToken: string | undefined

/** Opens the invitation again after signing in. */
export const loader = () => {
  const token = keptToken
  keptToken = undefined
  return token === undefined ? null : replace(withToken(paths.acceptInvitation, token))
}

/** The screen on which an invited person becomes a member of a masjid, or one of its khateebs. */
export function Component() {
  usePreload(loadJoinForm)
  const title = t`Invitation`
  useTitle(title)
  return (
    <RequireLinkToken title={title} ifIncomplete={t`Please open it again from the email.`}>
      {(token) => <Invitation key={token} title={title} token={token} />}
    </RequireLinkToken>
  )
}

interface InvitationProps {
  title: string
  token: string
}

interface FoundInvitation {
  readonly invitation: OutputOf<typeof lookUpInvitation>
  /** The email of the signed-in user; null if signed out. */
  readonly signedInAs: string | null
  /** Whether the signed-in user has a khateeb profile. */
  readonly isKhateeb: boolean
}

function Invitation({ title, token }: InvitationProps) {
  const query = useQuery({
    queryKey: ['invitation', token],
    queryFn: async (): Promise<FoundInvitation> => {
      const [invitation, session] = await Promise.all([
        call(lookUpInvitation, { token }),
        readSession().catch(() => null),
      ])
      return {
        invitation,
        signedInAs: session?.email ?? null,
        isKhateeb: session?.parties.some((it) => it.role === 'khateeb') ?? false,
      }
    },
    ...linkQueryOptions(token),
  })
  const reload = () => void query.refetch()
  useSessionMessages(() => {
    dropCachedSession()
    reload()
  })
  if (isLinkSpent(query.error)) {
    return (
      <SpentLinkScreen title={title}>
        {t`If you have accepted the invitation already, sign in. Otherwise ask an owner of the masjid for a new one.`}
      </SpentLinkScreen>
    )
  }
  if (query.error instanceof CallFailed && query.error.code === 'masjid_suspended') {
    return (
      <UnusableLinkScreen title={title} reason={failureMessage(query.error)}>
        {t`Please open the link in the email again later.`}
      </UnusableLinkScreen>
    )
  }
  if (query.data !== undefined) {
    return (
      <Suspense fallback={<LoadingLinkScreen title={title} text={t`Loading…`} />}>
        <InvitationForm title={title} token={token} {...query.data} reload={reload} />
      </Suspense>
    )
  }
  if (query.error === null) return <LoadingLinkScreen title={title} text={t`Loading…`} />
  return <FailedLinkScreen title={title} query={query} tryAgain={t`Try again`} />
}

function InvitationForm(props: InvitationProps & FoundInvitation & { reload: () => void }) {
  const { invitation, signedInAs, isKhateeb } = props
  const isForKhateeb = invitation.invitedAs === 'khateeb'
  const isSignedIn = signedInAs === invitation.email
  const mayAnswer = !invitation.hasAccount || invitation.isOfKhateeb || (isSignedIn && isKhateeb)
  const isAsked = invitation.slot?.isOpen === true && mayAnswer
  if (isForKhateeb && (isAsked || (isSignedIn ? !isKhateeb : !invitation.hasAccount)))
    return <KhateebInvitation {...props} isSignedIn={isSignedIn} />
  if (isSignedIn) return <AcceptForm {...props} />
  return invitation.hasAccount ? <SignInFirstForm {...props} /> : <JoinForm {...props} />
}

const signOutIfSignedIn: Action<boolean> = {
  run: async (isSignedIn) => (isSignedIn ? call(signOut, {}) : {}),
  failed: () => t`Failed to log out.`,
  skipsRefresh: true,
}

/** For an invited person who has an account but isn't signed in with it. */
function SignInFirstForm({ title, token, invitation, signedInAs }: InvitationProps & FoundInvitation) {
  const navigate = useNavigate()
  const { mutate, isPending } = useAction(signOutIfSignedIn, {
    onDone: async () => {
      if (signedInAs !== null) forgetSession()
      keptToken = token
      await navigate(paths.loginThen(paths.acceptInvitation))
    },
  })
  const { email } = invitation
  return (
    <IdentityForm
      title={title}
      onSubmit={(event) => {
        event.preventDefault()
        mutate(signedInAs !== null)
      }}
    >
      <div className="text-lg">
        <InvitationSummary invitation={invitation} />
      </div>
      <p className="wrap-anywhere">
        {signedInAs === null
          ? t`Sign in as ${email} to accept it.`
          : t`The invitation is for ${email}, and you are signed in as ${signedInAs}.`}
      </p>
      <Button type="submit" size="large" wide busy={isPending}>
        {signedInAs === null ? t`Sign in` : t`Log out, and sign in with the invited email`}
      </Button>
    </IdentityForm>
  )
}
