import { t } from '@lingui/core/macro'
import { Download } from 'lucide-react'
import { exportData } from '../../../contract/identity.ts'
import { call } from '../../app/api-call.ts'
import { useSession } from '../../app/session.ts'
import { type Action, useAction } from '../../app/use-action.ts'
import { Section } from '../../members/section.tsx'
import { Button } from '../../ui/button.tsx'
import { saveAsFile } from './save-as-file.ts'

const download: Action<void> = {
  run: async () => {
    const data = await call(exportData, {})
    const file = new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' })
    saveAsFile(file, `minbar-${data.exportedAt.slice(0, 10)}.json`)
  },
  done: () => t`Your data is in your downloads.`,
  failed: () => t`Failed to download your data.`,
  skipsRefresh: true,
}

/** A section in which users download their data as a JSON file. */
export function DataSection() {
  const { mutate, isPending } = useAction(download)
  const { name, parties } = useSession()
  return (
    <Section title={t`Your data`}>
      <p className="mb-4 text-muted">
        {t`Everything we keep about you in one file (JSON): your profile, your khutbahs, invites and requests, devices and emails.`}
      </p>
      {parties.length > 1 && (
        <p className="mb-4 text-muted">
          {t`The file has the data of ${name}. The others for whom you act have files of their own: choose them at the top of the screen first.`}
        </p>
      )}
      <Button variant="secondary" busy={isPending} busyText={t`Preparing...`} onClick={() => mutate()}>
        <Download className="size-5" />
        {t`Download my data`}
      </Button>
    </Section>
  )
}
