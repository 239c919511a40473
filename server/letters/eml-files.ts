import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
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

/** Names of the files in a folder of letters, the newest first. */
export async function namesOfLetters(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(noneIfMissing)
  return names.filter((name) => name.endsWith('.eml')).toSorted((a, b) => (a < b ? 1 : -1))
}

/** Before the first letter there is no folder. */
function noneIfMissing(error: NodeJS.ErrnoException): string[] {
  if (error.code === 'ENOENT') return []
  throw error
}

/** Deletes the files of letters that went to an address before an instant: whoever has it later may be somebody else. */
export async function dropLettersTo(folder: string, address: string, before: Date): Promise<void> {
  const names = await namesOfLetters(folder)
  for (const name of names.filter((it) => it < timeIn(before))) {
    const path = join(folder, name)
    if (recipientIn(await readFile(path, 'utf8')) === address) await rm(path, { force: true })
  }
}

/** The address that `mailOf` has nodemailer write; a long one stands on a line of its own. */
function recipientIn(message: string): string | undefined {
  return /^To:\s+(\S+)\r$/m.exec(message)?.[1]
}

/** `20261204T133000123Z-welcome-<id>.eml`: in the order of writing. */
function nameOf({ id, kind, writtenAt }: Outgoing): string {
  return `${timeIn(writtenAt)}-${kind}-${id}.eml`
}

function timeIn(instant: Date): string {
  return instant.toISOString().replace(/[-:.]/g, '')
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
