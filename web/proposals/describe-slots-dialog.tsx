import { plural, t } from '@lingui/core/macro'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { describeSlots } from '../../contract/khutbahs.ts'
import { call } from '../app/api-call.ts'
import { lingui } from '../app/i18n.ts'
import type { Action } from '../app/use-action.ts'
import { useFormAction } from '../forms/use-form-action.ts'
import { LanguageSelect, languageOf } from '../members/language-select.tsx'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { Dialog, DialogActions } from '../ui/dialog.tsx'
import { TextArea } from '../ui/text-area.tsx'
import { messages } from '../words/describe-slots.en.po'
import type { PostedSlot } from './posted-slots.ts'

lingui.load('en', messages)

type FormValues = {
  language: string
  note: string
  removesNotes: boolean
}

interface DescribeSlotsDialogProps {
  slots: readonly PostedSlot[]
  onClose: () => void
  onDone?: () => void
}

/** The dialog in which a masjid sets the language and the note of one slot or several. */
export function DescribeSlotsDialog({ slots, onClose, onDone }: DescribeSlotsDialogProps) {
  // Kept from the first render, because colleagues may change the slots while the dialog is open.
  const [before] = useState(() => ({
    language: commonValue(slots, 'language'),
    note: commonValue(slots, 'note'),
  }))
  const form = useForm<FormValues>({
    defaultValues: {
      language: languageValue(before.language),
      note: before.note ?? '',
      removesNotes: false,
    },
  })
  const removesNotes = useWatch({ control: form.control, name: 'removesNotes' })
  const { isSubmitting, errors } = form.formState
  const confirmed = slots.filter(({ khateebUid }) => khateebUid !== null).length

  const describe: Action<FormValues, { readonly changed: boolean }> = {
    run: ({ language, note, removesNotes: removes }) =>
      call(describeSlots, {
        masjidUid: 'me',
        slotIds: slots.map(({ slotId }) => slotId),
        ...(language !== languageValue(before.language) && { language: languageOf(language) ?? null }),
        ...(removes && { note: '' }),
        ...(!removes && note !== (before.note ?? '') && { note }),
      }),
    done: ({ changed }) => (changed ? t`Saved.` : { text: t`There was nothing to change.`, isInfo: true }),
    failed: () => t`Failed to save the language and the note.`,
  }
  const submit = useFormAction(form, describe, {
    onDone: () => {
      onClose()
      onDone?.()
    },
  })

  return (
    <Dialog onClose={onClose} title={t`Language and note`}>
      <form noValidate onSubmit={submit}>
        <div className="grid grid-cols-1 gap-4">
          <LanguageSelect error={errors.language?.message} {...form.register('language')}>
            {before.language === undefined && (
              <option value={mixedLanguagesValue}>{t`Leave as they are`}</option>
            )}
          </LanguageSelect>
          <TextArea
            label={t`Note for the khateeb`}
            hint={
              before.note === undefined
                ? t`The selected khutbahs have different notes. A new note replaces all of them.`
                : t`For example parking, attire or length. Every signed-in khateeb can read it.`
            }
            rows={3}
            disabled={removesNotes}
            error={errors.note?.message}
            {...form.register('note')}
          />
          {before.note === undefined && (
            <Checkbox label={t`Remove these notes`} {...form.register('removesNotes')} />
          )}
        </div>
        {confirmed > 0 && (
          <p className="mt-4 text-sm text-muted">
            {plural(confirmed, {
              one: 'The confirmed khateeb will get an email.',
              other: 'The confirmed khateebs will get an email.',
            })}
          </p>
        )}
        <DialogActions onCancel={onClose}>
          <Button type="submit" busy={isSubmitting} busyText={t`Saving...`}>
            {t`Save`}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

/** The choice to leave the languages of several slots as they are. */
const mixedLanguagesValue = 'differs'

const languageValue = (language: PostedSlot['language'] | undefined) =>
  language === undefined ? mixedLanguagesValue : (language ?? '')

/** Returns the value that all slots have; undefined if they differ. */
function commonValue<Name extends 'language' | 'note'>(
  slots: readonly PostedSlot[],
  name: Name,
): PostedSlot[Name] | undefined {
  const [first] = slots
  return first !== undefined && slots.every((it) => it[name] === first[name]) ? first[name] : undefined
}
