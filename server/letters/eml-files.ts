import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import nodemailer from 'nodemailer'
import { mailOptions, type Sender } from './mail-options.ts'
import type { OutgoingLetter, Transport } from './transport.ts'

/** The folder of letters that are not sent by SMTP. */
export function lettersFolder(dataDir: string): string {
  return join(dataDir, 'letters')
}

/**
 * Writes letters into `folder` as .eml files, which mail programs open. Only the server's user may read them, because
 * they hold links that sign people in. The file name belongs to the letter, so a letter that is sent twice is one file.
 */
export function emlFiles(folder: string, from: Sender): Transport {
  const composer = nodemailer.createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  return {
    async send(letter) {
      const { message } = await composer.sendMail(mailOptions(letter, from))
      if (!Buffer.isBuffer(message)) throw new Error('nodemailer did not buffer the letter.')
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await writeWhole(join(folder, nameOf(letter)), message)
    },
    close: () => composer.close(),
  }
}

/** Names of the letters in a folder, the newest first. */
export async function namesOfLetters(folder: string): Promise<string[]> {
  const names = await namesIn(folder)
  return names.filter((name) => name.endsWith('.eml')).toSorted((a, b) => (a < b ? 1 : -1))
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    // The folder is made with the first letter.
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
}

/**
 * Deletes the letters to an address that were written before an instant. Later ones may be for somebody else, who has
 * signed up with the address since.
 */
export async function deleteLettersTo(folder: string, address: string, before: Date): Promise<void> {
  const names = await namesOfLetters(folder)
  for (const name of names.filter((it) => it < timeIn(before))) {
    const path = join(folder, name)
    if (recipientIn(await readFile(path, 'utf8')) === address) await rm(path, { force: true })
  }
}

/** Deletes all letters that were written before an instant, and what a killed process left of one. */
export async function deleteLettersBefore(folder: string, instant: Date): Promise<void> {
  const names = (await namesIn(folder)).filter((it) => /^\d{8}T\d{9}Z-/.test(it))
  for (const name of names.filter((it) => it < timeIn(instant))) await rm(join(folder, name), { force: true })
}

/** The address in the `To` header. A long one stands on a line of its own. */
function recipientIn(message: string): string | undefined {
  return /^To:\s+(\S+)\r$/m.exec(message)?.[1]
}

/** `20261204T133000123Z-welcome-<id>.eml`: names sort in the order of writing. */
function nameOf({ id, kind, writtenAt }: OutgoingLetter): string {
  return `${timeIn(writtenAt)}-${kind}-${id}.eml`
}

function timeIn(instant: Date): string {
  return instant.toISOString().replace(/[-:.]/g, '')
}

/** Writes a file whole or not at all, and to the disk before the letter counts as sent. */
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
