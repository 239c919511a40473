import type { Config } from '../config.ts'
import { deleteLettersTo, emlFiles, lettersFolder } from './eml-files.ts'
import { farewell } from './letter.ts'
import { parseSender } from './mail-options.ts'
import { smtpTransport } from './smtp.ts'
import type { Transport } from './transport.ts'

/**
 * Opens the transport that the configuration asks for: SMTP if a server is set, files otherwise. Letters to made-up
 * people always become files. The last letter to a reader deletes the files of the letters before it.
 */
export function openTransport({
  smtpUrl,
  mailFrom,
  dataDir,
}: Pick<Config, 'smtpUrl' | 'mailFrom' | 'dataDir'>): Transport {
  const from = parseSender(mailFrom)
  const folder = lettersFolder(dataDir)
  const files = emlFiles(folder, from)
  const smtp = smtpUrl === null ? files : smtpTransport(smtpUrl, from)
  return {
    async send(letter, signal) {
      // With a mail server too, as there may have been none earlier.
      if (letter.kind === farewell) await deleteLettersTo(folder, letter.to, letter.writtenAt)
      await (isMadeUp(letter.to) ? files : smtp).send(letter, signal)
    },
    close() {
      smtp.close()
      files.close()
    },
  }
}

/** Whether an address is under `.example`, which is reserved (RFC 2606): demo people have such addresses. */
function isMadeUp(address: string): boolean {
  return /[@.]example\.?$/i.test(address.trim())
}
