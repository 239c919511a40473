import { t } from '@lingui/core/macro'
import { type FormEvent, useId, useState } from 'react'
import { markKhateeb } from '../../contract/our-khateebs.ts'
import { call } from '../app/api-call.ts'
import { lingui } from '../app/i18n.ts'
import { type Action, useAction } from '../app/use-action.ts'
import { fieldErrorsOf } from '../forms/form-errors.ts'
import { ConfirmEmailNotice } from '../members/email-confirmation.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogActions } from '../ui/dialog.tsx'
import { TextArea } from '../ui/text-area.tsx'
import { messages } from '../words/our-khateebs.en.po'
import type { OurKhateeb } from './our-khateebs-query.ts'

lingui.load('en', messages)

type Mark = OurKhateeb['mark']

/** Only the fields that the user has changed, so that saving doesn't undo a colleague's change of the other field. */
interface Changes {
  readonly mark?: Mark
  readonly note?: string
}

interface MarkDialogProps {
  khateeb: OurKhateeb
  /** Whether only approved khateebs can request slots and be invited. */
  approvedOnly: boolean
  onClose: () => void
}

/** The dialog that changes the masjid's mark for a khateeb, and its note about him. */
export function MarkDialog({ khateeb, approvedOnly, onClose }: MarkDialogProps) {
  const { uid, firstName, lastName } = khateeb
  const name = `${firstName} ${lastName}`
  const [changes, setChanges] = useState<Changes>({})
  const change: Action<Changes> = {
    run: (changed) => call(markKhateeb, { masjidUid: 'me', khateebUid: uid, ...changed }),
    done: () => t`Saved for ${name}.`,
    failed: (error) => (fieldErrorsOf(error)['note'] === undefined ? t`Failed to save.` : undefined),
  }
  const { mutate, isPending, error } = useAction(change, { onDone: onClose })
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (Object.keys(changes).length === 0) onClose()
    else if (!isPending) mutate(changes)
  }
  const { mark, note } = { ...khateeb, ...changes }
  return (
    <Dialog onClose={onClose} title={<bdi>{name}</bdi>}>
      <form className="grid grid-cols-1 gap-5" noValidate onSubmit={save}>
        <MarkChoice
          mark={mark}
          approvedOnly={approvedOnly}
          onChoose={(chosen) => setChanges({ ...changes, mark: chosen })}
        />
        <TextArea
          label={t`Our note`}
          hint={t`Only members of your masjid see this note. Write only what you would say to the khateeb, who may have a legal right to see it.`}
          rows={3}
          value={note}
          error={error === null ? undefined : fieldErrorsOf(error)['note']}
          onChange={({ target }) => setChanges({ ...changes, note: target.value })}
        />
        <ConfirmEmailNotice error={error} />
        <DialogActions onCancel={onClose}>
          <Button type="submit" busy={isPending} busyText={t`Saving...`}>{t`Save`}</Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

interface MarkChoiceProps {
  mark: Mark
  approvedOnly: boolean
  onChoose: (mark: Mark) => void
}

function MarkChoice({ mark, approvedOnly, onChoose }: MarkChoiceProps) {
  const group = useId()
  const options: readonly (readonly [Mark, string, string])[] = [
    [
      'approved',
      t`Approved`,
      approvedOnly
        ? t`Comes first in your lists, can be invited, and can request your khutbahs.`
        : t`Comes first in your lists.`,
    ],
    [
      'not_wanted',
      t`Not wanted`,
      t`Can’t request your khutbahs, and isn’t suggested to you. The khateeb gets no email about this.`,
    ],
    [
      null,
      t`Neither`,
      approvedOnly
        ? t`Can’t request your khutbahs or be invited.`
        : t`Can request your khutbahs and be invited.`,
    ],
  ]
  return (
    <fieldset>
      <legend className="mb-1 font-medium">{t`For our masjid`}</legend>
      {options.map(([value, text, hint]) => (
        <label key={text} className="flex min-h-control cursor-pointer items-start gap-3 py-2">
          <input
            type="radio"
            name={group}
            className="mt-0.5 size-5 shrink-0"
            checked={mark === value}
            onChange={() => onChoose(value)}
          />
          <span>
            {text}
            <span className="block text-sm text-muted">{hint}</span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
