import { t } from '@lingui/core/macro'
import type { ReactNode } from 'react'
import type { DefaultValues, Path, Resolver } from 'react-hook-form'
import { refreshScreen } from '../app/refresh-screen.ts'
import { showFormFailure } from '../identity/form-errors.ts'
import { type LazyForm, useLazyForm } from '../identity/use-lazy-form.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Notice } from '../ui/notice.tsx'
import { showSuccess } from '../ui/toasts.tsx'
import { type TextValues, useFormDraft } from './form-draft.ts'

interface Row {
  readonly uid: string
}

interface ProfileFormProps<Record extends Row, Values extends TextValues> {
  record: Record
  fields: readonly (Path<Values> & keyof Values)[]
  loadResolver: () => Promise<Resolver<Values, unknown, Values>>
  /** The form values of a record. */
  toFormValues: (record: Record) => Values & DefaultValues<Values>
  /** Sends the changed fields; resolves with the updated record. */
  save: (changed: Partial<Values>) => Promise<Record>
  /** Renders the fields. `draft` has the unsaved values of an earlier visit. */
  children: (form: LazyForm<Values, Values>, draft: TextValues) => ReactNode
}

/** The form of a profile: sends only changed fields, and keeps unsaved input as a draft. */
export function ProfileForm<Record extends Row, Values extends TextValues>(
  props: ProfileFormProps<Record, Values>,
) {
  const { record, fields, loadResolver, toFormValues, save, children } = props
  const saved = toFormValues(record)
  const form = useLazyForm(loadResolver, saved)
  const draft = useFormDraft({ form, name: `unsaved-profile-${record.uid}`, saved })

  const submit = form.submitWith(async (checked) => {
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
    showSuccess(t`Profile updated successfully!`, 3_000)
    await refreshScreen()
  })

  return (
    <Card>
      <form noValidate className="grid grid-cols-1 gap-5" onSubmit={submit}>
        {Object.keys(draft.restored).length > 0 && (
          <Notice
            title={t`Not saved yet`}
            action={<Button variant="secondary" onClick={draft.discard}>{t`Discard changes`}</Button>}
          >
            {t`We kept what you typed last time.`}
          </Notice>
        )}
        {children(form, draft.restored)}
        <Button type="submit" size="large" wide busy={form.isSubmitting} busyText={t`Saving...`}>
          {t`Save`}
        </Button>
      </form>
    </Card>
  )
}
