import { t } from '@lingui/core/macro'
import { Copy, Download } from 'lucide-react'
import { lingui } from '../../app/i18n.ts'
import { type Action, useAction } from '../../app/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { messages } from '../../words/account-dialogs.en.po'
import { saveAsFile } from './save-as-file.ts'

lingui.load('en', messages)

const copy: Action<string> = {
  run: (text) => navigator.clipboard.writeText(text),
  done: () => t`The codes are copied.`,
  failed: () => t`Failed to copy the codes. Please write them down.`,
  skipsRefresh: true,
}

/** A dialog that shows new recovery codes. They can't be shown again later. */
export function RecoveryCodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const text = codes.join('\n')
  const { mutate, isPending } = useAction(copy)
  const download = () =>
    saveAsFile(new Blob([`${text}\n`], { type: 'text/plain' }), 'minbar-recovery-codes.txt')
  return (
    <Dialog onClose={onClose} title={t`Your recovery codes`} role="alertdialog">
      <div className="grid grid-cols-1 gap-5">
        <p>
          {t`If you lose your phone or passkey, sign in with your password and one of these codes. Each works once. Keep them where you keep important papers: we can’t show them again.`}
        </p>
        <ol className="grid grid-cols-1 gap-1 rounded-control bg-sunken p-4">
          {codes.map((code) => (
            <li key={code} className="wrap-anywhere">
              <bdi>{code}</bdi>
            </li>
          ))}
        </ol>
        <div className="flex flex-wrap gap-3">
          <Button variant="secondary" busy={isPending} onClick={() => mutate(text)}>
            <Copy className="size-5" />
            {t`Copy`}
          </Button>
          <Button variant="secondary" onClick={download}>
            <Download className="size-5" />
            {t`Download`}
          </Button>
        </div>
        <div className="flex flex-col md:flex-row md:justify-end">
          <Button onClick={onClose}>{t`I have saved them`}</Button>
        </div>
      </div>
    </Dialog>
  )
}
