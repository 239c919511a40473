import { t } from '@lingui/core/macro'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Copy, ExternalLink } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import type { OutputOf } from '../../contract/endpoint.ts'
import { getSchedule, publishSchedule, schedulePath, unpublishSchedule } from '../../contract/schedule.ts'
import { call } from '../app/api-call.ts'
import { lingui } from '../app/i18n.ts'
import { type Action, useAction } from '../app/use-action.ts'
import { fieldErrorsOf } from '../forms/form-errors.ts'
import { ActionWithConfirmDialog } from '../members/action-with-confirm-dialog.tsx'
import { QueryView } from '../members/query-view.tsx'
import { useHasRole } from '../members/use-has-role.ts'
import { Button } from '../ui/button.tsx'
import { buttonClass } from '../ui/button-class.ts'
import { Dialog } from '../ui/dialog.tsx'
import { LoadingStatus, Skeleton } from '../ui/skeleton.tsx'
import { TextField } from '../ui/text-field.tsx'
import { messages } from '../words/public-schedule.en.po'

lingui.load('en', messages)

const scheduleQuery = queryOptions({
  queryKey: ['own-schedule'],
  queryFn: () => call(getSchedule, { uid: 'me' }),
})

const publish: Action<string> = {
  run: (slug) => call(publishSchedule, { masjidUid: 'me', slug }),
  done: () => t`Your schedule is public.`,
  failed: (error) =>
    fieldErrorsOf(error)['slug'] === undefined ? t`Failed to publish your schedule.` : undefined,
}

const unpublish: Action<void> = {
  run: () => call(unpublishSchedule, { masjidUid: 'me' }),
  done: () => t`Your schedule is no longer public.`,
  failed: () => t`Failed to take your schedule down.`,
}

const copy: Action<string> = {
  run: (text) => navigator.clipboard.writeText(text),
  done: () => t`Copied.`,
  failed: () => t`Failed to copy. Please select the text and copy it.`,
  skipsRefresh: true,
}

/**
 * The dialog in which an owner publishes the masjid's schedule at an address that needs no session, or stops publishing it. While the
 * schedule is public, the dialog shows its addresses to all members.
 */
export function PublicScheduleDialog({ onClose }: { onClose: () => void }) {
  const query = useQuery(scheduleQuery)
  return (
    <Dialog onClose={onClose} title={t`Public Schedule`}>
      <div className="grid grid-cols-1 gap-5">
        <QueryView
          query={query}
          failed={t`Error fetching your schedule. Please try again later.`}
          skeleton={
            <LoadingStatus>
              <Skeleton className="h-5 w-full" />
              <Skeleton className="mt-5 h-control w-full" />
              <Skeleton className="mt-5 h-control w-36" />
            </LoadingStatus>
          }
        >
          {(schedule) =>
            schedule.slug === null ? (
              <UnpublishedSchedule {...schedule} />
            ) : (
              <PublishedSchedule slug={schedule.slug} />
            )
          }
        </QueryView>
      </div>
    </Dialog>
  )
}

function UnpublishedSchedule({ suggestion }: OutputOf<typeof getSchedule>) {
  const mayPublish = useHasRole('owner')
  const [slug, setSlug] = useState(suggestion)
  const { mutate, isPending, error } = useAction(publish)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isPending) mutate(slug)
  }
  const what = t`Anyone can then see your upcoming khutbahs, with the names of khateebs who allow it: on a page, on your own website, in calendars, and on a poster. Phones and emails are never shown.`
  if (!mayPublish) {
    return (
      <>
        <p>{what}</p>
        <p className="text-muted">{t`The schedule isn’t public. An owner of the masjid can publish it.`}</p>
      </>
    )
  }
  return (
    <form className="grid grid-cols-1 gap-5" onSubmit={submit}>
      <p>{what}</p>
      <TextField
        label={t`Address`}
        hint={`${window.location.host}${schedulePath('')}`}
        value={slug}
        error={error === null ? undefined : fieldErrorsOf(error)['slug']}
        onChange={({ target }) => setSlug(target.value)}
        autoCapitalize="none"
        spellCheck={false}
        required
      />
      <div className="flex flex-col md:flex-row md:justify-end">
        <Button type="submit" busy={isPending} busyText={t`Publishing...`}>{t`Publish`}</Button>
      </div>
    </form>
  )
}

function PublishedSchedule({ slug }: { slug: string }) {
  const address = `${window.location.origin}${schedulePath(slug)}`
  const frame = `<iframe src="${address}/embed" title="Khutbahs" style="width:100%;height:24rem;border:0"></iframe>`
  return (
    <>
      <CopyableText label={t`Page to share`} text={address} />
      <CopyableText label={t`For your own website`} text={frame} />
      <CopyableText label={t`Calendar address`} text={`${address}/khutbahs.ics`} />
      <div className="flex flex-wrap gap-3">
        <a className={buttonClass({})} href={address} target="_blank" rel="noreferrer">
          <ExternalLink className="size-5" />
          {t`Open the Page`}
        </a>
        <a
          className={buttonClass({ variant: 'secondary' })}
          href={`${address}/poster`}
          target="_blank"
          rel="noreferrer"
        >
          {t`Print a Poster`}
        </a>
        <ActionWithConfirmDialog
          action={unpublish}
          given={undefined}
          needs="owner"
          label={t`Stop Publishing`}
          quiet
          title={t`Stop publishing your schedule?`}
          busyText={t`Stopping...`}
        >
          <p>
            {t`The page, its poster, and the calendars and websites with the schedule will stop working. They work again once you publish your schedule with the same name: ${slug}.`}
          </p>
        </ActionWithConfirmDialog>
      </div>
    </>
  )
}

function CopyableText({ label, text }: { label: string; text: string }) {
  const { mutate, isPending } = useAction(copy)
  return (
    <div className="flex items-end gap-3">
      <div className="min-w-0 grow">
        <TextField label={label} value={text} readOnly onFocus={(event) => event.target.select()} />
      </div>
      <Button
        variant="secondary"
        busy={isPending}
        aria-label={t`Copy: ${label}`}
        onClick={() => mutate(text)}
      >
        <Copy className="size-5" />
      </Button>
    </div>
  )
}
