import type { Config } from '../config.ts'
import { emlFiles, lettersFolder } from './eml-files.ts'
import { senderOf } from './mail.ts'
import { smtpTransport } from './smtp.ts'
import type { Transport } from './transport.ts'

/**
 * How letters go: by SMTP where there is a server for it, else into files. Letters to made-up people go into files
 * either way.
 */
export function openPost({
  smtpUrl,
  mailFrom,
  dataDir,
}: Pick<Config, 'smtpUrl' | 'mailFrom' | 'dataDir'>): Transport {
  const from = senderOf(mailFrom)
  const files = emlFiles(lettersFolder(dataDir), from)
  if (smtpUrl === null) return files
  const smtp = smtpTransport(smtpUrl, from)
  return {
    send: (letter) => (isMadeUp(letter.to) ? files : smtp).send(letter),
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
