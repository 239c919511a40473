import { mkdir, open, rename } from 'node:fs/promises'
import { join } from 'node:path'
import nodemailer from 'nodemailer'
import { mailOf, type Sender } from './mail.ts'
import type { Outgoing, Transport } from './transport.ts'

/** The folder that letters are written to where they are not sent. */
export function lettersFolder(dataDir: string): string {
  return join(dataDir, 'letters')
}

/**
 * Writes letters into `folder` as .eml files, which mail programs open. Only this user may read them: they hold links
 * that let in. A letter keeps its file's name, so one that is written twice is there once.
 */
export function emlFiles(folder: string, from: Sender): Transport {
  const composer = nodemailer.createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  return {
    async send(letter) {
      const { message } = await composer.sendMail(mailOf(letter, from))
      if (!Buffer.isBuffer(message)) throw new Error('nodemailer did not buffer the letter.')
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await writeWhole(join(folder, nameOf(letter)), message)
    },
    close: () => composer.close(),
  }
}

/** `20261204T133000123Z-welcome-<id>.eml`: in the order of writing. */
function nameOf({ id, kind, writtenAt }: Outgoing): string {
  return `${writtenAt.toISOString().replace(/[-:.]/g, '')}-${kind}-${id}.eml`
}

/** The file is there whole or not at all, and on the disk before the letter counts as sent. */
async function writeWhole(path: string, content: Buffer): Promise<void> {
  const unfinished = `${path}.${process.pid}.new`
  const file = await open(unfinished, 'w', 0o600)
  try {
    await file.writeFile(content)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(unfinished, path)
}
