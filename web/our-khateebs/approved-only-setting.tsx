import { t } from '@lingui/core/macro'
import { useId } from 'react'
import { changeApprovedOnly } from '../../contract/our-khateebs.ts'
import { call } from '../app/api-call.ts'
import { lingui } from '../app/i18n.ts'
import { type Action, useAction } from '../app/use-action.ts'
import { useHasRole } from '../members/use-has-role.ts'
import { Card } from '../ui/card.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { messages } from '../words/our-khateebs.en.po'

lingui.load('en', messages)

const change: Action<boolean> = {
  run: (approvedOnly) => call(changeApprovedOnly, { masjidUid: 'me', approvedOnly }),
  done: (_, approvedOnly) =>
    approvedOnly
      ? t`Now only khateebs you have approved can request your khutbahs.`
      : t`Now any khateeb can request your khutbahs.`,
  failed: () => t`Failed to save your choice.`,
}

/** The setting whether only approved khateebs may request slots or be invited. Members who may not change it see it as a sentence. */
export function ApprovedOnlySetting({ approvedOnly }: { approvedOnly: boolean }) {
  const { mutate, isPending, variables } = useAction(change)
  const hintId = useId()
  return (
    <Card title={t`Who May Request`}>
      {useHasRole('scheduler') ? (
        <>
          <Checkbox
            label={t`Only khateebs we have approved`}
            aria-describedby={hintId}
            checked={isPending ? variables : approvedOnly}
            aria-disabled={isPending}
            onChange={({ target }) => !isPending && mutate(target.checked)}
          />
          <p id={hintId} className="ms-8 text-muted">
            {t`Other khateebs can’t request your khutbahs, and you can’t invite them. Pending requests and invites stay open.`}
          </p>
        </>
      ) : (
        <p>
          {approvedOnly
            ? t`Only khateebs that your masjid has approved can request its khutbahs or be invited.`
            : t`Any khateeb can request your masjid’s khutbahs.`}
        </p>
      )}
    </Card>
  )
}
