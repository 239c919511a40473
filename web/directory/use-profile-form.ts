import { t } from '@lingui/core/macro'
import type { Path, UseFormReturn } from 'react-hook-form'
import { refreshScreen } from '../app/refresh-screen.ts'
import { showFirstError, showFormFailure } from '../identity/form-errors.ts'
import { showSuccess } from '../ui/toasts.tsx'
import { type TextValues, useFormDraft } from './form-draft.ts'

interface ProfileFormOptions<Row extends { readonly uid: string }, Values extends TextValues> {
  readonly form: UseFormReturn<Values>
  readonly fields: readonly (Path<Values> & keyof Values)[]
  readonly record: Row
  /** The form values of a record. */
  readonly toFormValues: (record: Row) => Values
  /** Sends the changed fields; resolves with the updated record. */
  readonly save: (changed: Partial<Values>) => Promise<Row>
}

/** The logic of a profile form: sends only changed fields, shows the result, and keeps unsaved input as a draft. */
export function useProfileForm<Row extends { readonly uid: string }, Values extends TextValues>({
  form,
  fields,
  record,
  toFormValues,
  save,
}: ProfileFormOptions<Row, Values>) {
  const draft = useFormDraft({ form, name: `unsaved-profile-${record.uid}`, saved: toFormValues(record) })

  const submit = form.handleSubmit(async (checked) => {
    const sent = form.getValues()
    const unsaved = draft.unsaved()
    const changed: Partial<Values> = { ...checked }
    for (const name of fields) if (!(name in unsaved)) delete changed[name]
    try {
      const next = await save(changed)
      draft.markSaved(sent, toFormValues(next))
    } catch (error) {
      showFormFailure(t`Failed to update profile.`, error, fields, form.setError)
      return
    }
    showSuccess(t`Profile updated successfully!`, { duration: 3_000 })
    await refreshScreen()
  }, showFirstError)

  return { submit, restored: draft.restored, discard: draft.discard }
}
