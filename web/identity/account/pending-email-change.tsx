import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { cancelEmailChange } from '../../../contract/email-change.ts'
import type { OutputOf } from '../../../contract/endpoint.ts'
import { call } from '../../app/api-call.ts'
import { lingui } from '../../app/i18n.ts'
import { type Action, useAction } from '../../app/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { UserText } from '../../ui/user-text.tsx'
import { messages } from '../../words/email-change.en.po'

lingui.load('en', messages)

const cancel: Action<void, OutputOf<typeof cancelEmailChange>> = {
  run: () => call(cancelEmailChange, {}),
  done: ({ changed }) =>
    changed ? t`Your email stays the same.` : { text: t`There was no change to cancel.`, isInfo: true },
  failed: () => t`Failed to cancel the change.`,
}

/** Tells the user that a change of email is pending, with a button that cancels the change without asking for confirmation. */
export function PendingEmailChange({ newEmail }: { newEmail: string }) {
  const { mutate, isPending } = useAction(cancel)
  return (
    <Notice
      title={t`Your new email is not confirmed yet`}
      action={
        <Button variant="secondary" busy={isPending} onClick={() => mutate()}>
          {t`Cancel this change`}
        </Button>
      }
    >
      <Trans>
        We sent an email to <UserText className="wrap-anywhere" text={newEmail} />. Follow its link within a
        day to change your address. Until then, nothing changes.
      </Trans>
    </Notice>
  )
}
