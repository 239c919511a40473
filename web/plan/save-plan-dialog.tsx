import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { formatList } from '../app/format.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogActions } from '../ui/dialog.tsx'
import { UserText } from '../ui/user-text.tsx'
import type { Preview } from './plan-queries.ts'
import { shortDate } from './short-date.ts'

interface SavePlanDialogProps {
  preview: Preview
  isBusy: boolean
  onSave: () => void
  onClose: () => void
}

/** Asks for confirmation before a plan is saved, and lists what happens to khutbahs that are already posted. */
export function SavePlanDialog({ preview, isBusy, onSave, onClose }: SavePlanDialogProps) {
  return (
    <Dialog role="alertdialog" title={t`Save the plan?`} onClose={onClose}>
      <Consequences of={preview} />
      <DialogActions onCancel={onClose}>
        <Button
          variant={preview.removes.length > 0 ? 'danger' : 'primary'}
          busy={isBusy}
          busyText={t`Saving...`}
          onClick={onSave}
        >
          {t`Save`}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

function Consequences({ of }: { of: Preview }) {
  const { moves, removes, keeps, staysAnyway, describes, closes, leaves } = of
  const asked = [...new Set(moves.flatMap((it) => it.asksAgain ?? []))]
  const told = [...new Set(describes.flatMap((it) => it.tells ?? []))]
  const [moved, removed, kept, stuck, described, left] = [
    moves,
    removes,
    keeps,
    staysAnyway,
    describes,
    leaves,
  ].map(datesText)
  return (
    <ul className="grid list-disc grid-cols-1 gap-1.5 ps-5">
      {moves.length > 0 && (
        <li>
          {plural(moves.length, {
            one: `# khutbah moves to its new time: ${moved}.`,
            other: `# khutbahs move to their new times: ${moved}.`,
          })}
        </li>
      )}
      {asked.map((name) => (
        <li key={name}>
          <Trans>
            <UserText text={name} /> will be asked to confirm again.
          </Trans>
        </li>
      ))}
      {describes.length > 0 && (
        <li>
          {plural(describes.length, {
            one: `# khutbah gets its new language: ${described}.`,
            other: `# khutbahs get their new language: ${described}.`,
          })}
        </li>
      )}
      {told.map((name) => (
        <li key={name}>
          <Trans>
            <UserText text={name} /> will be told about the language.
          </Trans>
        </li>
      ))}
      {closes > 0 && (
        <li>
          {plural(closes, {
            one: '# request or invite closes, because the khateeb would have to be in two places at once.',
            other:
              '# requests or invites close, because the khateebs would have to be in two places at once.',
          })}
        </li>
      )}
      {removes.length > 0 && (
        <li>
          {plural(removes.length, {
            one: `# open khutbah will be removed: ${removed}.`,
            other: `# open khutbahs will be removed: ${removed}.`,
          })}
        </li>
      )}
      {keeps.length > 0 && (
        <li>
          {plural(keeps.length, {
            one: `# khutbah stays, because it has a khateeb, an invite or a request: ${kept}.`,
            other: `# khutbahs stay, because they have a khateeb, an invite or a request: ${kept}.`,
          })}
        </li>
      )}
      {staysAnyway.length > 0 && (
        <li>
          {plural(staysAnyway.length, {
            one: `# khutbah can’t move, and stays at its time: ${stuck}.`,
            other: `# khutbahs can’t move, and stay at their times: ${stuck}.`,
          })}
        </li>
      )}
      {leaves.length > 0 && (
        <li>
          {plural(leaves.length, {
            one: `# khutbah was set by hand, and stays as it is: ${left}.`,
            other: `# khutbahs were set by hand, and stay as they are: ${left}.`,
          })}
        </li>
      )}
    </ul>
  )
}

const maxShownDates = 6

/** Returns the first dates and the number of the others, as a text. */
function datesText(slots: readonly { readonly date: string }[]): string {
  const dates = [...new Set(slots.map((it) => it.date))]
  const others = dates.length - maxShownDates
  const shown = dates.slice(0, maxShownDates).map(shortDate)
  return formatList(
    others > 0 ? [...shown, plural(others, { one: '# more date', other: '# more dates' })] : shown,
  )
}
