import type { Config } from '../config.ts'
import { deletionLetterKind } from './content/letter.ts'
import { deleteLettersTo, emlFileTransport, lettersFolder } from './eml-files.ts'
import { smtpTransport } from './smtp.ts'
import type { Transport } from './transport.ts'

/**
 * Opens the configured transport: SMTP if a mail server is set, else files. Letters to demo addresses are always written to files. Before
 * the transport sends the last letter to an account, it deletes the files of the account's earlier letters.
 */
export function openTransport({
  smtpUrl,
  mailFrom,
  dataDir,
}: Pick<Config, 'smtpUrl' | 'mailFrom' | 'dataDir'>): Transport {
  const folder = lettersFolder(dataDir)
  const files = emlFileTransport(dataDir, mailFrom)
  const smtp = smtpUrl === null ? files : smtpTransport(smtpUrl, mailFrom)
  return {
    async send(letter, signal) {
      // This is also needed with a mail server, because earlier letters may have been written to files.
      if (letter.kind === deletionLetterKind) await deleteLettersTo(folder, letter.to, letter.writtenAt)
      await (isDemoAddress(letter.to) ? files : smtp).send(letter, signal)
    },
    close() {
      smtp.close()
      files.close()
    },
  }
}

/** Whether an address is under `.example`, which RFC 2606 reserves. Demo accounts have such addresses. */
function isDemoAddress(address: string): boolean {
  return /[@.]example\.?$/i.test(address.trim())
}
