import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { CalendarPlus, Copy } from 'lucide-react'
import { deleteCalendarAddress, getCalendarAddress, makeCalendarAddress } from '../../contract/calendar.ts'
import { call } from '../app/api-call.ts'
import { Instant } from '../app/formatted-values.tsx'
import { type Action, useAction } from '../app/use-action.ts'
import { QueryView } from '../members/query-view.tsx'
import { Button } from '../ui/button.tsx'
import { buttonClass } from '../ui/button-class.ts'
import { Dialog } from '../ui/dialog.tsx'
import { LoadingStatus, Skeleton } from '../ui/skeleton.tsx'
import { TextField } from '../ui/text-field.tsx'

const addressQuery = queryOptions({
  queryKey: ['calendar-address'],
  queryFn: () => call(getCalendarAddress, {}),
})

const make: Action<void, { path: string }> = {
  run: () => call(makeCalendarAddress, {}),
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
  failed: () => ({ text: t`Failed to copy the address. Please select it and copy it yourself.` }),
  changesNothing: true,
}

/** The dialog that makes and deletes the user's calendar address. */
export function CalendarDialog({ onClose }: { onClose: () => void }) {
  const query = useQuery(addressQuery)
  const made = useAction(make)
  const path = made.data?.path
  return (
    <Dialog onClose={onClose} title={t`Your khutbahs in your calendar`}>
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
            {({ madeAt }) => (
              <AddressStatus madeAt={madeAt} isMaking={made.isPending} onMake={() => made.mutate()} />
            )}
          </QueryView>
        ) : (
          <NewAddress path={path} />
        )}
      </div>
    </Dialog>
  )
}

interface AddressStatusProps {
  /** When the user made the current address; null if there is none. */
  madeAt: string | null
  isMaking: boolean
  onMake: () => void
}

function AddressStatus({ madeAt, isMaking, onMake }: AddressStatusProps) {
  const { mutate, isPending } = useAction(remove)
  if (madeAt === null) {
    return (
      <>
        <p>
          {t`With a private address, the calendar of your phone or computer shows your khutbahs and keeps them up to date.`}
        </p>
        <div className="flex flex-col md:flex-row md:justify-end">
          <Button busy={isMaking} onClick={onMake}>{t`Make an address`}</Button>
        </div>
      </>
    )
  }
  return (
    <>
      <p>
        <Trans>
          You made an address on <Instant value={madeAt} />. We can’t show it again.
        </Trans>
      </p>
      <p className="text-muted">
        {t`If you lost it, or if somebody else may have it, make a new one. Calendars that use the former address then stop showing your khutbahs.`}
      </p>
      <div className="flex flex-wrap gap-3 md:justify-end">
        <Button variant="danger" busy={isPending} onClick={() => mutate()}>{t`Delete the address`}</Button>
        <Button variant="secondary" busy={isMaking} onClick={onMake}>{t`Make a new address`}</Button>
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
      <div className="flex flex-wrap gap-3 md:justify-end">
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
