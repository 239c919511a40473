import { t } from '@lingui/core/macro'
import type { QueryKey } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { DefaultValues, Resolver } from 'react-hook-form'
import { queryClient } from '../app/document-context.ts'
import { useSession } from '../app/session.ts'
import { unsavedTextKey } from '../app/unsaved-text.ts'
import type { Action } from '../app/use-action.ts'
import { useFormAction } from '../forms/use-form-action.ts'
import { type LazyForm, useLazyForm } from '../forms/use-lazy-form.ts'
import { useHasRole } from '../members/use-has-role.ts'
import { useSessionRefresh } from '../members/use-session-refresh.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Notice } from '../ui/notice.tsx'
import { type TextValues, useFormDraft } from './form-draft.ts'

/** Describes how the form checks and saves the record of a khateeb or a masjid. */
export interface ProfileFormConfig<OwnRecord, Values extends TextValues> {
  /** The key of the query that loads the record. */
  readonly queryKey: QueryKey
  readonly loadResolver: () => Promise<Resolver<Values, unknown, Values>>
  /** Returns the form values of a record. */
  readonly toFormValues: (record: OwnRecord) => Values & DefaultValues<Values>
  /** Sends the changed fields; resolves with the updated record. */
  readonly save: (changed: Partial<Values>) => Promise<OwnRecord>
}

interface ProfileFormProps<OwnRecord, Values extends TextValues> {
  profile: ProfileFormConfig<OwnRecord, Values>
  record: OwnRecord
  /** Renders the fields. `draft` has the unsaved values of an earlier visit. */
  children: (form: LazyForm<Values, Values>, draft: TextValues) => ReactNode
}

/** The form of a profile. Sends only changed fields, and keeps unsaved input as a draft. Only owners can edit it. */
export function ProfileForm<OwnRecord, Values extends TextValues>({
  profile: { queryKey, loadResolver, toFormValues, save },
  record,
  children,
}: ProfileFormProps<OwnRecord, Values>) {
  const saved = toFormValues(record)
  const form = useLazyForm(loadResolver, saved)
  const mayEdit = useHasRole('owner')
  const draft = useFormDraft({ form, name: unsavedTextKey(useSession(), 'profile'), saved, mayEdit })

  const saveChanges: Action<Values> = {
    run: async (checked) => {
      const sent = form.getValues()
      const unsaved = draft.unsaved()
      const changed: Partial<Values> = { ...checked }
      for (const name in changed) if (!(name in unsaved)) delete changed[name]
      const next = await save(changed)
      queryClient().setQueryData(queryKey, next)
      draft.markSaved(sent, toFormValues(next))
    },
    done: () => ({ text: t`Profile updated successfully!`, duration: 3_000 }),
    failed: () => t`Failed to update profile.`,
  }
  const submit = useFormAction(form, saveChanges, { onDone: useSessionRefresh() })

  return (
    <Card>
      <form noValidate onSubmit={submit}>
        <fieldset disabled={!mayEdit} className="grid min-w-0 grid-cols-1 gap-5">
          {!mayEdit && <Notice>{t`Only an owner can change this profile.`}</Notice>}
          {Object.keys(draft.restored).length > 0 && (
            <Notice
              title={t`Not saved yet`}
              action={<Button variant="secondary" onClick={draft.discard}>{t`Discard Changes`}</Button>}
            >
              {t`We kept what you typed last time.`}
            </Notice>
          )}
          {children(form, draft.restored)}
          {mayEdit && (
            <Button type="submit" size="large" wide busy={form.isSubmitting} busyText={t`Saving...`}>
              {t`Save`}
            </Button>
          )}
        </fieldset>
      </form>
    </Card>
  )
}
