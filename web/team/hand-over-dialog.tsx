import { t } from '@lingui/core/macro'
import { useState } from 'react'
import { handOver } from '../../contract/members.ts'
import { call } from '../app/api-call.ts'
import { type Action, useAction } from '../app/use-action.ts'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { Dialog, DialogActions } from '../ui/dialog.tsx'
import { Select } from '../ui/select.tsx'
import { nameOf, type TeamMember } from './member-queries.ts'
import { useDeparture } from './use-departure.ts'

interface HandOverDialogProps {
  others: readonly TeamMember[]
  onClose: () => void
}

/** Asks who becomes the owner, and whether the caller stays as a scheduler. */
export function HandOverDialog({ others, onClose }: HandOverDialogProps) {
  const { effect, leave } = useDeparture()
  const [personId, setPersonId] = useState(others[0]?.personId ?? '')
  const [stay, setStay] = useState(true)
  const action: Action<{ personId: string; stay: boolean }> = {
    run: (given) => call(handOver, given),
    done: () => t`The masjid is handed over.`,
    failed: () => t`Failed to hand the masjid over.`,
    ...(!stay && effect),
  }
  const { mutate, isPending } = useAction(action, {
    onDone: stay ? onClose : leave,
    onRefused: onClose,
  })
  return (
    <Dialog onClose={onClose} title={t`Hand over the masjid?`} role="alertdialog">
      <form
        noValidate
        className="grid grid-cols-1 gap-5"
        onSubmit={(event) => {
          event.preventDefault()
          mutate({ personId, stay })
        }}
      >
        <p>{t`The new owner can do everything, including removing you. Only an owner can make you an owner again.`}</p>
        <Select label={t`New owner`} value={personId} onChange={({ target }) => setPersonId(target.value)}>
          {others.map((it) => (
            <option key={it.personId} value={it.personId}>
              {nameOf(it)}
            </option>
          ))}
        </Select>
        <Checkbox
          label={t`I stay as a scheduler`}
          checked={stay}
          onChange={({ target }) => setStay(target.checked)}
        />
        {!stay && (
          <p>{t`You leave the masjid. If you act for nothing else on Minbar, your account is deleted.`}</p>
        )}
        <DialogActions onCancel={onClose}>
          <Button type="submit" variant="danger" busy={isPending} busyText={t`Handing over...`}>
            {t`Hand Over`}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
