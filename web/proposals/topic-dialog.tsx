import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import type { OutputOf } from '../../contract/endpoint.ts'
import { getTopicsAtMasjid, nameTopic } from '../../contract/topics.ts'
import { call } from '../app/api-call.ts'
import { CalendarDate } from '../app/formatted-values.tsx'
import { lingui } from '../app/i18n.ts'
import type { Action } from '../app/use-action.ts'
import type { MyKhutbah } from '../directory/record-queries.ts'
import { useDebouncedTerm } from '../directory/use-debounced-search.ts'
import { useFormAction } from '../forms/use-form-action.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogActions } from '../ui/dialog.tsx'
import { TextField } from '../ui/text-field.tsx'
import { UserText } from '../ui/user-text.tsx'
import { messages } from '../words/topic.en.po'
import { slotToastScope } from './actions.ts'

lingui.load('en', messages)

type FormValues = { topic: string }

/** A khutbah that the khateeb is confirmed for. */
export type KhutbahWithTopic = Pick<MyKhutbah, 'slotId' | 'masjidName' | 'topic'>

interface TopicDialogProps {
  khutbah: KhutbahWithTopic
  onClose: () => void
}

/** The dialog in which a khateeb names his topic. Shows a note if another khutbah at the masjid has the same topic within 12 weeks. */
export function TopicDialog({ khutbah, onClose }: TopicDialogProps) {
  const [{ slotId, masjidName, topic: before }] = useState(khutbah)
  const form = useForm<FormValues>({ defaultValues: { topic: before ?? '' } })
  const { errors, isSubmitting } = form.formState
  const typed = useDebouncedTerm(useWatch({ control: form.control, name: 'topic' }))
  const topics = useQuery({
    queryKey: ['topics-there', slotId, typed],
    queryFn: () => call(getTopicsAtMasjid, { uid: 'me', slotId, topic: typed }),
    placeholderData: keepPreviousData,
    // Not cached, because other khateebs may name the same topic meanwhile.
    gcTime: 0,
    retry: false,
  })
  const name: Action<FormValues, OutputOf<typeof nameTopic>> = {
    run: ({ topic }) => call(nameTopic, { khateebUid: 'me', slotId, topic }),
    done: () => t`Your topic is saved.`,
    failed: () => t`Failed to save your topic.`,
  }
  const submit = useFormAction(form, name, { scope: slotToastScope({ slotId }), onDone: onClose })
  const { last = [], comesAgainOn = null } = topics.data ?? {}
  return (
    <Dialog onClose={onClose} title={t`Your topic`}>
      <form noValidate onSubmit={submit}>
        <TextField
          label={t`Topic`}
          hint={t`Anyone who sees the masjid’s schedule can read it. To remove the topic, leave this empty.`}
          autoComplete="off"
          error={errors.topic?.message}
          {...form.register('topic')}
        />
        <output className="mt-2 block min-h-6 text-sm text-warning">
          {comesAgainOn !== null && (
            <Trans>
              Another khutbah at this masjid has the same topic, on <CalendarDate value={comesAgainOn} />. You
              can still use the topic, but we’ll let the masjid know.
            </Trans>
          )}
        </output>
        {last.length > 0 && (
          <section className="mt-3 text-sm text-muted">
            <h3 className="font-semibold">
              <Trans>
                Last topics at <UserText text={masjidName} />
              </Trans>
            </h3>
            <ul className="mt-1 grid gap-1">
              {last.map(({ date, topic }) => (
                <li key={`${date} ${topic}`}>
                  <CalendarDate value={date} dayless />: <bdi className="wrap-anywhere">{topic}</bdi>
                </li>
              ))}
            </ul>
          </section>
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
