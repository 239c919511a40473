import { t } from '@lingui/core/macro'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import type { OutputOf, RawInputOf } from '../../../contract/endpoint.ts'
import { deleteAccount, getDeletionOutcomes } from '../../../contract/identity.ts'
import { paths } from '../../../contract/screen-paths.ts'
import { call } from '../../app/api-call.ts'
import { formatList } from '../../app/format.ts'
import { lingui } from '../../app/i18n.ts'
import type { Action } from '../../app/use-action.ts'
import { useLazyForm } from '../../forms/use-lazy-form.ts'
import { QueryView } from '../../members/query-view.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { LoadingStatus, Skeleton } from '../../ui/skeleton.tsx'
import { messages } from '../../words/account-dialogs.en.po'
import { FormInDialog } from './dialog-form.tsx'

lingui.load('en', messages)

const loadResolver = async () => (await import('../form-resolvers.ts')).passwordResolver

/**
 * What the deletion does to each of the user's parties. Fetched each time the dialog opens, because other members can change the outcomes.
 */
const outcomesQuery = queryOptions({
  queryKey: ['deletion-outcomes'],
  queryFn: () => call(getDeletionOutcomes, {}),
  gcTime: 0,
})

type Parties = OutputOf<typeof getDeletionOutcomes>['parties']

const deletion: Action<RawInputOf<typeof deleteAccount>> = {
  run: (values) => call(deleteAccount, values),
  failed: () => t`Failed to delete your account.`,
  endsSession: true,
}

/** A dialog that explains what prevents the deletion of the account, or else what will be deleted, and asks for the password. */
export function DeleteAccountDialog({ onClose }: { onClose: () => void }) {
  const query = useQuery(outcomesQuery)
  const navigate = useNavigate()
  const form = useLazyForm(loadResolver)
  return (
    <Dialog title={t`Delete your account?`} role="alertdialog" onClose={onClose}>
      <QueryView
        query={query}
        failed={t`Error fetching what would be deleted. Please try again later.`}
        skeleton={
          <LoadingStatus>
            <Skeleton className="h-24 w-full" />
            <Skeleton className="mt-5 h-control w-full" />
          </LoadingStatus>
        }
      >
        {({ parties }) =>
          parties.some(({ outcome }) => outcome === 'prevents') ? (
            <div className="grid grid-cols-1 gap-5">
              <p>{preventionSentence(parties)}</p>
              <div className="flex flex-col md:flex-row md:justify-end">
                <Button variant="secondary" onClick={onClose}>{t`Close`}</Button>
              </div>
            </div>
          ) : (
            <FormInDialog
              form={form}
              action={deletion}
              onDone={() => navigate(paths.home, { replace: true, state: { accountDeleted: true } })}
              role="alertdialog"
              onClose={onClose}
              submitText={t`Delete my account`}
              busyText={t`Deleting...`}
            >
              <Consequences parties={parties} />
              <PasswordField {...form.field('password')} label={t`Your password`} />
            </FormInDialog>
          )
        }
      </QueryView>
    </Dialog>
  )
}

function preventionSentence(parties: Parties): string {
  const names = formatList(parties.filter((it) => it.outcome === 'prevents').map((it) => it.name))
  return t`You are the only owner of ${names}. Before you can delete your account, please make another member an owner, or delete the masjid.`
}

function Consequences({ parties }: { parties: Parties }) {
  const losesProfile = parties.some(({ outcome }) => outcome === 'deleted')
  return (
    <ul className="grid list-disc gap-2 ps-5">
      <li>
        {losesProfile
          ? t`Your profile, your sign-in and your personal data will be deleted immediately and for good.`
          : t`Your sign-in and your personal data will be deleted immediately and for good.`}
      </li>
      {parties.map((party) => (
        <li key={party.uid}>{consequenceFor(party)}</li>
      ))}
      <li>
        {losesProfile
          ? t`Your past khutbahs stay in others’ history, without your name. A last email confirms the deletion.`
          : t`A last email confirms the deletion.`}
      </li>
    </ul>
  )
}

function consequenceFor({ role, memberRole, name, outcome }: Parties[number]): string {
  if (role === 'khateeb')
    return t`Your confirmed khutbahs will become open again, and the masjids will get an email.`
  if (outcome === 'deleted')
    return t`${name} will be deleted. Its upcoming khutbahs will be canceled, and the khateebs involved will get an email.`
  return memberRole === 'owner'
    ? t`You’ll leave ${name}. The masjid and its khutbahs stay. Its other owners will get an email.`
    : t`You’ll leave ${name}. The masjid and its khutbahs stay.`
}
