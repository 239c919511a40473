import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { CalendarPlus, Copy } from 'lucide-react'
import { deleteCalendarAddress, getCalendarAddress, makeCalendarAddress } from '../../contract/calendar.ts'
import { call } from '../app/api-call.ts'
import { queryClient } from '../app/document-context.ts'
import { Instant } from '../app/formatted-values.tsx'
import { lingui } from '../app/i18n.ts'
import { type Action, useAction } from '../app/use-action.ts'
import { ActionWithConfirmDialog } from '../members/action-with-confirm-dialog.tsx'
import { QueryView } from '../members/query-view.tsx'
import { Button } from '../ui/button.tsx'
import { buttonClass } from '../ui/button-class.ts'
import { Dialog } from '../ui/dialog.tsx'
import { LoadingStatus, Skeleton } from '../ui/skeleton.tsx'
import { TextField } from '../ui/text-field.tsx'
import { messages } from '../words/account-dialogs.en.po'

lingui.load('en', messages)

const addressQuery = queryOptions({
  queryKey: ['calendar-address'],
  queryFn: () => call(getCalendarAddress, {}),
})

/**
 * The path of the address that the user has just made; undefined if the user has made none. It is in the query cache, so that the
 * dialog shows it even if the user closed the dialog while the address was being made: the server can't show it again later.
 */
const madePathQuery = queryOptions<string>({ queryKey: ['made-calendar-path'], enabled: false })

const make: Action<void> = {
  run: async () => {
    const { path } = await call(makeCalendarAddress, {})
    queryClient().setQueryData(madePathQuery.queryKey, path)
  },
  failed: () => t`Failed to make a calendar address.`,
}

const remove: Action<void> = {
  run: () => call(deleteCalendarAddress, {}),
  done: () => t`The calendar address is deleted.`,
  failed: () => t`Failed to delete the calendar address.`,
}

const copy: Action<string> = {
  run: (address) => navigator.clipboard.writeText(address),
  done: () => t`The address is copied.`,
  failed: () => t`Failed to copy the address. Please select it and copy it yourself.`,
  skipsRefresh: true,
}

/** The dialog that makes and deletes the user's calendar address. */
export function CalendarDialog({ onClose }: { onClose: () => void }) {
  const query = useQuery(addressQuery)
  const { data: path } = useQuery(madePathQuery)
  const close = () => {
    if (path !== undefined) queryClient().removeQueries({ queryKey: madePathQuery.queryKey })
    onClose()
  }
  return (
    <Dialog onClose={close} title={t`Your khutbahs in your calendar`}>
      <div className="grid grid-cols-1 gap-5">
        {path === undefined ? (
          <QueryView
            query={query}
            failed={t`Error fetching your calendar address. Please try again later.`}
            skeleton={
              <LoadingStatus>
                <Skeleton className="h-5 w-full" />
                <Skeleton className="mt-5 h-control w-36" />
              </LoadingStatus>
            }
          >
            {({ madeAt }) => (madeAt === null ? <NoAddress /> : <ExistingAddress madeAt={madeAt} />)}
          </QueryView>
        ) : (
          <NewAddress path={path} />
        )}
      </div>
    </Dialog>
  )
}

/** Like `DialogActions`: on a phone the buttons are stacked, and as wide as the dialog. */
const buttonsClass = 'flex flex-col gap-3 md:flex-row md:flex-wrap md:justify-end'

function NoAddress() {
  const { mutate, isPending } = useAction(make)
  return (
    <>
      <p>
        {t`With a private address, the calendar of your phone or computer shows your khutbahs and keeps them up to date.`}
      </p>
      <div className={buttonsClass}>
        <Button busy={isPending} onClick={() => mutate()}>{t`Make an address`}</Button>
      </div>
    </>
  )
}

/** @param madeAt when the user made the address, as an ISO instant */
function ExistingAddress({ madeAt }: { madeAt: string }) {
  return (
    <>
      <p>
        <Trans>
          You made an address on <Instant value={madeAt} />. We can’t show it again.
        </Trans>
      </p>
      <p className="text-muted">{t`If you lost it, or if somebody else may have it, make a new one.`}</p>
      <div className={buttonsClass}>
        <ActionWithConfirmDialog
          action={remove}
          given={undefined}
          needs="viewer"
          label={t`Delete the address`}
          title={t`Delete your calendar address?`}
          busyText={t`Deleting...`}
        >
          <p>{t`Calendars that use this address will stop showing your khutbahs.`}</p>
        </ActionWithConfirmDialog>
        <ActionWithConfirmDialog
          action={make}
          given={undefined}
          needs="viewer"
          label={t`Make a new address`}
          title={t`Replace your calendar address?`}
          busyText={t`Making...`}
        >
          <p>{t`Calendars that use your former address will stop showing your khutbahs.`}</p>
        </ActionWithConfirmDialog>
      </div>
    </>
  )
}

function NewAddress({ path }: { path: string }) {
  const address = `${window.location.origin}${path}`
  const { mutate, isPending } = useAction(copy)
  return (
    <>
      <p>
        {t`Open the address in your calendar app, or copy it into one that can subscribe to a web address (URL). We can’t show it again.`}
      </p>
      <TextField
        label={t`Calendar address`}
        value={address}
        readOnly
        onFocus={(event) => event.target.select()}
      />
      <p className="text-muted">{t`Keep it to yourself: anyone who has it can see your khutbahs, but no phone numbers.`}</p>
      <div className={buttonsClass}>
        <Button variant="secondary" busy={isPending} onClick={() => mutate(address)}>
          <Copy className="size-5" />
          {t`Copy`}
        </Button>
        <a className={buttonClass({})} href={address.replace(/^https?:/, 'webcal:')}>
          <CalendarPlus className="size-5" />
          {t`Open in your calendar`}
        </a>
      </div>
    </>
  )
}
