import type { Config } from '../config.ts'
import { dropLettersTo, emlFiles, lettersFolder } from './eml-files.ts'
import { farewell } from './letter.ts'
import { senderOf } from './mail.ts'
import { smtpTransport } from './smtp.ts'
import type { Transport } from './transport.ts'

/**
 * How letters go: by SMTP where there is a server for it, else into files. Letters to made-up people go into files
 * either way. With the last letter to somebody the files of those before it go.
 */
export function openPost({
  smtpUrl,
  mailFrom,
  dataDir,
}: Pick<Config, 'smtpUrl' | 'mailFrom' | 'dataDir'>): Transport {
  const from = senderOf(mailFrom)
  const folder = lettersFolder(dataDir)
  const files = emlFiles(folder, from)
  const smtp = smtpUrl === null ? files : smtpTransport(smtpUrl, from)
  return {
    async send(letter) {
      // Also where there is a mail server, as there may have been none before.
      if (letter.kind === farewell) await dropLettersTo(folder, letter.to, letter.writtenAt)
      await (isMadeUp(letter.to) ? files : smtp).send(letter)
    },
    close() {
      smtp.close()
      files.close()
    },
  }
}

/** An address under `.example`, which nobody can have (RFC 2606): demo people live there. */
function isMadeUp(address: string): boolean {
  return /[@.]example\.?$/i.test(address.trim())
}
