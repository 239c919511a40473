import { t } from '@lingui/core/macro'
import type { Path, UseFormReturn } from 'react-hook-form'
import { refreshScreen } from '../app/refresh-screen.ts'
import { showFirstError, showFormFailure } from '../identity/form-errors.ts'
import { showSuccess } from '../ui/toasts.tsx'
import { type TextValues, useFormDraft } from './form-draft.ts'

interface ProfileForm<Row extends { readonly uid: string }, Values extends TextValues> {
  readonly form: UseFormReturn<Values>
  readonly fields: readonly (Path<Values> & keyof Values)[]
  readonly record: Row
  /** What the fields show of a record. */
  readonly shown: (record: Row) => Values
  /** Sends what was changed, and resolves with the record as it is then. */
  readonly save: (changed: Partial<Values>) => Promise<Row>
}

/** A form for one's own profile: sends what was changed, says how it went, and never loses what was typed. */
export function useProfileForm<Row extends { readonly uid: string }, Values extends TextValues>({
  form,
  fields,
  record,
  shown,
  save,
}: ProfileForm<Row, Values>) {
  const typing = useFormDraft({ form, name: `unsaved-profile-${record.uid}`, saved: shown(record) })

  const submit = form.handleSubmit(async (checked) => {
    const sent = form.getValues()
    const unsaved = typing.unsaved()
    const changed: Partial<Values> = { ...checked }
    for (const name of fields) if (!(name in unsaved)) delete changed[name]
    try {
      const next = await save(changed)
      typing.settle(sent, shown(next))
    } catch (error) {
      showFormFailure(t`Failed to update profile.`, error, fields, form.setError)
      return
    }
    showSuccess(t`Profile updated successfully!`, { duration: 3_000 })
    await refreshScreen()
  }, showFirstError)

  return { submit, restored: typing.restored, discard: typing.discard }
}
