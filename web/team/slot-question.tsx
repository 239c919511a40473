import { t } from '@lingui/core/macro'
import { type ReactNode, useState } from 'react'
import type { InputOf, OutputOf } from '../../contract/endpoint.ts'
import {
  acceptInvitation,
  acceptSlotByInvitation,
  declineInvitation,
  joinAsKhateeb,
  type lookUpInvitation,
} from '../../contract/invitation-links.ts'
import { paths } from '../../contract/screen-paths.ts'
import { call } from '../app/api-call.ts'
import { Phone } from '../app/formatted-values.tsx'
import { LinkButton } from '../app/link-button.tsx'
import { type Action, useAction } from '../app/use-action.ts'
import { useFormAction } from '../forms/use-form-action.ts'
import { useLazyForm } from '../forms/use-lazy-form.ts'
import { IdentityForm } from '../identity/identity-form.tsx'
import { LinkResult } from '../identity/letter-link-notices.tsx'
import { SlotWords } from '../proposals/slot-words.tsx'
import { Button } from '../ui/button.tsx'
import { KhateebFields } from './khateeb-fields.tsx'
import { TimeAndPlace } from './time-and-place.tsx'

type Invitation = OutputOf<typeof lookUpInvitation>
type Profile = Omit<InputOf<typeof joinAsKhateeb>, 'token' | 'password' | 'seenStart'>

const loadResolver = async () => (await import('./form-resolvers.ts')).khateebResolver

interface SlotQuestionProps {
  title: string
  token: string
  invitation: Invitation
  slot: NonNullable<Invitation['slot']>
  /** Whether the user is signed in with the invited email. */
  isSignedIn: boolean
  /** Looks the invitation up again. Called when an answer is refused, because the slot may have moved or been filled. */
  reload: () => void
}

type GivenAnswer = 'accepted' | 'declined'

/** Asks an invited khateeb whether he can give a khutbah. He answers without signing in. */
export function SlotQuestion(props: SlotQuestionProps) {
  const { title, token, invitation, reload } = props
  const [given, setGiven] = useState<GivenAnswer>()
  const declining: Action<string> = {
    run: (it) => call(declineInvitation, { token: it }),
    failed: () => t`Failed to send your answer.`,
    skipsRefresh: true,
  }
  const { mutate, isPending } = useAction(declining, {
    onDone: () => setGiven('declined'),
    onRefused: reload,
  })
  if (given !== undefined) return <AnswerResult {...props} given={given} />
  const renderNo = (isAccepting: boolean) => (
    <Button variant="secondary" wide busy={isPending} disabled={isAccepting} onClick={() => mutate(token)}>
      {t`No, I can’t`}
    </Button>
  )
  const onAccepted = () => setGiven('accepted')
  const answer = { ...props, title, isDeclining: isPending, renderNo, onAccepted }
  return invitation.hasAccount ? <KnownKhateebForm {...answer} /> : <NewKhateebForm {...answer} />
}

interface AnswerProps extends SlotQuestionProps {
  /** Whether the call that declines is running. */
  isDeclining: boolean
  /** Renders the button that declines. */
  renderNo: (isAccepting: boolean) => ReactNode
  onAccepted: () => void
}

function KnownKhateebForm(props: AnswerProps) {
  const { token, slot, isSignedIn, isDeclining, renderNo, onAccepted, reload, ...question } = props
  const { startsAt: seenStart } = slot
  const accepting: Action<object, object> = {
    run: () =>
      isSignedIn
        ? call(acceptInvitation, { token, seenStart })
        : call(acceptSlotByInvitation, { token, seenStart }),
    failed: () => t`Failed to send your answer.`,
    skipsRefresh: true,
  }
  const { mutate, isPending } = useAction(accepting, { onDone: onAccepted, onRefused: reload })
  return (
    <IdentityForm
      title={question.title}
      onSubmit={(event) => {
        event.preventDefault()
        mutate({})
      }}
    >
      <Question {...question} slot={slot} />
      <Button type="submit" size="large" wide busy={isPending} disabled={isDeclining}>
        {t`Yes, I can give it`}
      </Button>
      {renderNo(isPending)}
    </IdentityForm>
  )
}

function NewKhateebForm(props: AnswerProps) {
  const { token, slot, isDeclining, renderNo, onAccepted, reload, ...question } = props
  const form = useLazyForm(loadResolver)
  const accepting: Action<Profile, object> = {
    run: (profile) => call(joinAsKhateeb, { token, seenStart: slot.startsAt, ...profile }),
    failed: () => t`Failed to send your answer.`,
    skipsRefresh: true,
  }
  const submit = useFormAction(form, accepting, { onDone: onAccepted, onRefused: reload })
  return (
    <IdentityForm title={question.title} onSubmit={submit}>
      <Question {...question} slot={slot} />
      <p className="text-muted">
        {t`If you can, please tell the masjid who you are. This creates your profile on Minbar, which masjids near you can find.`}
      </p>
      <KhateebFields form={form} />
      <Button type="submit" size="large" wide busy={form.isSubmitting} disabled={isDeclining}>
        {t`Yes, I can give it`}
      </Button>
      {renderNo(form.isSubmitting)}
    </IdentityForm>
  )
}

function Question({ invitation, slot }: Pick<SlotQuestionProps, 'invitation' | 'slot'>) {
  const { masjidName, city, stateCode } = invitation
  return (
    <div className="text-lg">
      <p className="font-semibold">
        <bdi className="wrap-anywhere">{masjidName}</bdi>
      </p>
      <p>{t`Can you give this khutbah?`}</p>
      <TimeAndPlace slot={{ ...slot, city, stateCode }} />
      <SlotWords {...slot} />
    </div>
  )
}

function AnswerResult({ title, invitation, slot, given }: SlotQuestionProps & { given: GivenAnswer }) {
  const { masjidName, masjidPhone, city, stateCode, email, hasAccount } = invitation
  const login = (
    <LinkButton to={paths.login} variant="secondary">
      {t`Sign in`}
    </LinkButton>
  )
  if (given === 'declined')
    return (
      <LinkResult
        title={title}
        tone="info"
        result={t`Thank you. We told ${masjidName} that you can’t.`}
        action={null}
      />
    )
  return (
    <LinkResult title={title} tone="success" result={t`${masjidName} expects you.`} action={login}>
      <TimeAndPlace slot={{ ...slot, city, stateCode }} />
      <p>
        <Phone value={masjidPhone} />
      </p>
      <p>
        {hasAccount
          ? t`The khutbah is on your dashboard.`
          : t`We sent the details to ${email}. If you can’t come after all, choose “I can’t come” in that email.`}
      </p>
    </LinkResult>
  )
}
