import { t } from '@lingui/core/macro'
import { changeName } from '../../contract/members.ts'
import { call } from '../app/api-call.ts'
import type { Action } from '../app/use-action.ts'
import { useLazyForm } from '../forms/use-lazy-form.ts'
import { DialogForm } from '../identity/account/dialog-form.tsx'
import { TextField } from '../ui/text-field.tsx'

const loadResolver = async () => (await import('./form-resolvers.ts')).nameResolver

const change: Action<{ name: string }> = {
  run: ({ name }) => call(changeName, { name }),
  done: () => t`Your name is saved.`,
  failed: () => t`Failed to save your name.`,
}

interface ChangeNameDialogProps {
  name: string | null
  onClose: () => void
}

/** Asks for the user's own name. */
export function ChangeNameDialog({ name, onClose }: ChangeNameDialogProps) {
  const form = useLazyForm(loadResolver, { name: name ?? '' })
  return (
    <DialogForm
      form={form}
      action={change}
      title={t`Your Name`}
      onClose={onClose}
      submitText={t`Save`}
      busyText={t`Saving...`}
    >
      <TextField
        {...form.field('name')}
        label={t`Name`}
        hint={t`The other members of your masjid see it.`}
        autoComplete="name"
        required
      />
    </DialogForm>
  )
}
