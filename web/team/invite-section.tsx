import { t } from '@lingui/core/macro'
import type { RawInputOf } from '../../contract/endpoint.ts'
import { inviteMember } from '../../contract/members.ts'
import { call } from '../app/api-call.ts'
import type { Action } from '../app/use-action.ts'
import { useFormAction } from '../forms/use-form-action.ts'
import { useLazyForm } from '../forms/use-lazy-form.ts'
import { Section } from '../members/section.tsx'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/text-field.tsx'
import { RoleSelect } from './role-select.tsx'

const loadResolver = async () => (await import('./form-resolvers.ts')).inviteResolver

type Invited = RawInputOf<typeof inviteMember>

const invitation: Action<Invited> = {
  run: (values) => call(inviteMember, values),
  done: (_, { email }) => t`We sent an invitation to ${email}.`,
  failed: () => t`Failed to send the invitation.`,
}

const empty: Invited = { email: '', memberRole: 'scheduler' }

/** The form with which an owner invites a member. */
export function InviteSection() {
  const form = useLazyForm(loadResolver, empty)
  const submit = useFormAction(form, invitation, { onDone: () => form.reset(empty) })
  return (
    <Section title={t`Invite a Member`}>
      <form noValidate className="grid grid-cols-1 gap-5" onSubmit={submit}>
        <p className="text-muted">
          {t`We email a link that works once, within a week. It doesn’t matter whether they have an account already.`}
        </p>
        <TextField {...form.field('email')} label={t`Email`} type="email" autoComplete="off" required />
        <RoleSelect {...form.field('memberRole')} chosen={form.watch('memberRole')} />
        <Button type="submit" busy={form.isSubmitting} busyText={t`Sending...`}>
          {t`Send Invitation`}
        </Button>
      </form>
    </Section>
  )
}
