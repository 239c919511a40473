import { plural, t } from '@lingui/core/macro'
import type { ReactNode } from 'react'
import { withActingParty } from '../../contract/acting-party.ts'
import { answerByLink, type lookUpAnswerLink } from '../../contract/answer-links.ts'
import { CallFailed } from '../../contract/client.ts'
import type { InputOf, OutputOf } from '../../contract/endpoint.ts'
import { landingAtRow, type Path } from '../../contract/screen-paths.ts'
import { call } from '../app/api-call.ts'
import { failureMessage } from '../app/failure-message.ts'
import { lingui } from '../app/i18n.ts'
import { LinkButton } from '../app/link-button.tsx'
import { zoneAbbreviation } from '../app/time-zones.ts'
import { type Action, useAction } from '../app/use-action.ts'
import { FootLink, IdentityForm } from '../identity/identity-form.tsx'
import { isLinkSpent, LinkResult } from '../identity/letter-link-notices.tsx'
import { OldTime } from '../proposals/old-time.tsx'
import { SlotWords } from '../proposals/slot-words.tsx'
import { TimeAndPlace } from '../team/time-and-place.tsx'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { messages } from '../words/answer.en.po'
import { CannotCome } from './cannot-come.tsx'
import { NothingToAnswer } from './nothing-to-answer.tsx'

lingui.load('en', messages)

type AnswerLink = OutputOf<typeof lookUpAnswerLink>
type Answer = Pick<InputOf<typeof answerByLink>, 'answer' | 'reason'>
type Outcome = OutputOf<typeof answerByLink>

interface QuestionProps {
  title: string
  token: string
  link: AnswerLink
  /** Whether a later look-up found that the question can no longer be answered. */
  isSpent: boolean
  isReloading: boolean
  /** Looks the question up again. */
  reload: () => void
}

/** Shows the question of an answer link with buttons to answer it, and then the result of the answer. */
export function Question({ title, token, link, isSpent, isReloading, reload }: QuestionProps) {
  const { startsAt: seenStart } = link.slot
  const answering: Action<Answer, Outcome> = {
    // Sends the start on the screen, so that the server refuses the answer if the masjid has moved the slot meanwhile.
    run: (answer) => call(answerByLink, { token, seenStart, ...answer }),
    // The result replaces the question, so there is nothing to refresh.
    skipsRefresh: true,
  }
  const { mutate, isPending, variables, data, error } = useAction(answering, { onRefused: reload })
  if (data !== undefined)
    return <AnswerResult title={title} link={link} answer={variables.answer} {...data} />
  const reason = error === null || isLinkSpent(error) ? undefined : reasonFor(link, error)
  if (isSpent || isLinkSpent(error))
    return <NothingToAnswer title={title} reason={reason} signInTo={landingOf(link)} />
  const isBusy = isPending || isReloading
  const { yes, no } = buttonLabels(link)
  return (
    <IdentityForm
      title={title}
      foot={link.question === 'request' ? <SignInHint link={link} /> : undefined}
      onSubmit={(event) => {
        event.preventDefault()
        if (!isBusy && yes !== undefined) mutate({ answer: 'yes' })
      }}
    >
      <div className="text-lg">
        <QuestionText {...link} />
        {link.agreedStart !== null && (
          <div className="mt-2 text-muted">
            <OldTime
              start={link.agreedStart}
              zone={zoneAbbreviation(link.slot.timeZone, new Date(link.agreedStart.startsAt))}
            />
          </div>
        )}
        <TimeAndPlace slot={{ ...link.slot, city: link.city, stateCode: link.stateCode }} />
        <SlotWords {...link.slot} />
      </div>
      {link.masjidSuspended && (
        <Notice tone="warning">{t`This masjid is suspended, so the khutbah might not take place.`}</Notice>
      )}
      {closedProposalsNote(link)}
      {reason !== undefined && (
        <Notice announced tone="danger">
          {reason}
        </Notice>
      )}
      {yes !== undefined && (
        <Button
          type="submit"
          size="large"
          wide
          busy={isBusy && variables?.answer === 'yes'}
          disabled={isBusy && variables?.answer === 'no'}
        >
          {yes}
        </Button>
      )}
      {no === undefined ? (
        <CannotCome
          isBusy={isBusy && variables?.answer === 'no'}
          isDisabled={isBusy && variables?.answer === 'yes'}
          onWithdraw={(why) => mutate({ answer: 'no', reason: why })}
        />
      ) : (
        <Button
          variant="secondary"
          wide
          busy={isBusy && variables?.answer === 'no'}
          disabled={isBusy && variables?.answer === 'yes'}
          onClick={() => mutate({ answer: 'no' })}
        >
          {no}
        </Button>
      )}
    </IdentityForm>
  )
}

/**
 * Returns the screen on which the reader finds the slot after signing in. A link to it must load a new document, because the cached
 * session of a signed-in reader may be for another party.
 */
function landingOf({ question, slot, partyUid }: AnswerLink): Path {
  return withActingParty(landingAtRow(question === 'request' ? 'masjid' : 'khateeb', slot.slotId), partyUid)
}

function QuestionText({ question, masjidName, khateebName }: AnswerLink) {
  const questions: Record<typeof question, string> = {
    invite: t`Can you give this khutbah?`,
    request: t`${khateebName} asks to give this khutbah.`,
    reconfirmation: t`The masjid has moved this khutbah. Can you come at the new time?`,
    confirmed: t`You are giving this khutbah.`,
  }
  return (
    <>
      <p className="font-semibold">
        <bdi className="wrap-anywhere">{masjidName}</bdi>
      </p>
      <p className="wrap-anywhere">{questions[question]}</p>
    </>
  )
}

/** Links to the row of the slot. A signed-out reader must sign in first. From the row, a masjid can open the khateeb's profile. */
function SignInHint({ link }: { link: AnswerLink }) {
  return (
    <>
      <p>{t`Sign in to see the khateeb’s profile and phone first.`}</p>
      <FootLink reloadDocument to={landingOf(link)}>
        {t`Sign in`}
      </FootLink>
    </>
  )
}

/**
 * Returns the labels of the buttons for Yes and No. Where No needs a reason, it has no label: the khateeb sees the button `CannotCome`,
 * which asks for the reason. A confirmed khateeb sees only that button.
 */
function buttonLabels({ question }: AnswerLink): { readonly yes?: string; readonly no?: string } {
  if (question === 'confirmed') return {}
  if (question === 'reconfirmation') return { yes: t`Yes, I can come` }
  if (question === 'request') return { yes: t`Approve`, no: t`Reject` }
  return { yes: t`Yes, I can give it`, no: t`No, I can’t` }
}

/** Says how many other proposals at that hour the answer Yes closes. */
function closedProposalsNote({ question, closesCount: { invites, requests } }: AnswerLink): ReactNode {
  const count = invites + requests
  if (count === 0) return null
  return (
    <p className="text-sm text-muted">
      {question === 'request'
        ? plural(count, {
            one: 'Approving closes # other request or invite at that hour.',
            other: 'Approving closes # other requests or invites at that hour.',
          })
        : plural(count, {
            one: 'Saying yes closes # other invite or request of yours at that hour.',
            other: 'Saying yes closes # other invites or requests of yours at that hour.',
          })}
    </p>
  )
}

/** Returns why an answer failed. Some failure messages address a masjid, so a khateeb gets his own sentences. */
function reasonFor({ question }: AnswerLink, error: Error): string {
  const code = error instanceof CallFailed && question !== 'request' ? error.code : undefined
  if (code === 'khateeb_busy') return t`You are already booked at that time.`
  if (code === 'assignment_removed') return t`The masjid already removed you from this slot.`
  if (code === 'assignment_withdrawn') return t`You already withdrew from this slot.`
  return failureMessage(error)
}

interface AnswerResultProps extends Pick<Outcome, 'closed'> {
  title: string
  link: AnswerLink
  answer: Answer['answer']
}

function AnswerResult({ title, link, answer, closed }: AnswerResultProps) {
  const { result, detail } = resultOf(link, answer)
  return (
    <LinkResult
      title={title}
      result={result}
      tone={answer === 'yes' ? 'success' : 'info'}
      action={
        <LinkButton reloadDocument to={landingOf(link)} variant="secondary">
          {t`Sign in`}
        </LinkButton>
      }
    >
      {detail !== undefined && <p>{detail}</p>}
      {closed.length > 0 && (
        <p>
          {link.question === 'request'
            ? plural(closed.length, {
                one: '# other request or invite at that hour was closed.',
                other: '# other requests or invites at that hour were closed.',
              })
            : plural(closed.length, {
                one: '# other invite or request of yours at that hour was closed.',
                other: '# other invites or requests of yours at that hour were closed.',
              })}
        </p>
      )}
    </LinkResult>
  )
}

function resultOf(
  { question, masjidName, khateebName }: AnswerLink,
  answer: Answer['answer'],
): { result: string; detail?: string } {
  if (question === 'request') {
    const result = answer === 'yes' ? t`You approved the request.` : t`You rejected the request.`
    return { result, detail: t`We told ${khateebName}.` }
  }
  if (answer === 'no') return { result: t`Thank you. We told ${masjidName} that you can’t.` }
  return {
    result: t`${masjidName} expects you.`,
    detail: t`The khutbah is on your dashboard. If you can’t come after all, open the link in the email again.`,
  }
}
