import { open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import nodemailer from 'nodemailer'
import type { Sender } from '../mail-sender.ts'
import { giveToOwnerOf, makeFolderIn } from '../make-folder.ts'
import { undefinedIfFileMissing } from '../undefined-if-file-missing.ts'
import { mailOptions } from './mail-options.ts'
import type { OutgoingLetter, Transport } from './transport.ts'

/** The name of the folder for letters in DATA_DIR. */
export const lettersFolderName = 'letters'

/** Returns the folder for letters that are written to files instead of sent by SMTP. */
export function lettersFolder(dataDir: string): string {
  return join(dataDir, lettersFolderName)
}

/**
 * Writes letters into the folder for letters in DATA_DIR as .eml files, which mail programs can open. Only the server's user may read them,
 * because their links give access to accounts. The file name contains the letter's id, so a letter that is sent twice is one file.
 */
export function emlFileTransport(dataDir: string, from: Sender): Transport {
  const composer = nodemailer.createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  return {
    async send(letter) {
      const { message } = await composer.sendMail(mailOptions(letter, from))
      if (!Buffer.isBuffer(message)) throw new Error('nodemailer did not buffer the letter.')
      const folder = await makeFolderIn(dataDir, lettersFolderName)
      await writeAtomically(join(folder, fileNameOf(letter)), message)
    },
    close: () => composer.close(),
  }
}

/** Returns the file names of the letters in a folder, newest first. */
export async function letterFileNames(folder: string): Promise<string[]> {
  const names = await namesIn(folder)
  return names.filter((name) => name.endsWith('.eml')).toSorted((a, b) => (a < b ? 1 : -1))
}

/**
 * Returns the content of a letter's file; undefined if the file was deleted meanwhile, for example when its recipient deleted the account.
 */
export function readLetterFile(folder: string, name: string): Promise<Buffer | undefined> {
  return undefinedIfFileMissing(readFile(join(folder, name)))
}

/** Returns no names if the folder does not exist: the first letter creates it. */
async function namesIn(folder: string): Promise<string[]> {
  return (await undefinedIfFileMissing(readdir(folder))) ?? []
}

/**
 * Deletes the files of letters to an address that were written before an instant. Later letters may belong to a new account with the same
 * address.
 */
export async function deleteLettersTo(folder: string, address: string, before: Date): Promise<void> {
  const names = await letterFileNames(folder)
  for (const name of names.filter((it) => it < compactTime(before))) {
    const path = join(folder, name)
    const message = await readLetterFile(folder, name)
    if (message !== undefined && recipientIn(message.toString()) === address) await rm(path, { force: true })
  }
}

/** Deletes the files of all letters that were written before an instant, including incomplete files of killed processes. */
export async function deleteLettersBefore(folder: string, instant: Date): Promise<void> {
  const names = (await namesIn(folder)).filter((it) => /^\d{8}T\d{9}Z-/.test(it))
  for (const name of names.filter((it) => it < compactTime(instant)))
    await rm(join(folder, name), { force: true })
}

/** Returns the address in the `To` header. A long header is folded onto a second line. */
function recipientIn(message: string): string | undefined {
  return /^To:\s+(\S+)\r$/m.exec(message)?.[1]
}

/** Returns a file name like `20261204T133000123Z-welcome-<id>.eml`. Such names sort by the time of writing. */
function fileNameOf({ id, kind, writtenAt }: OutgoingLetter): string {
  return `${compactTime(writtenAt)}-${kind}-${id}.eml`
}

function compactTime(instant: Date): string {
  return instant.toISOString().replace(/[-:.]/g, '')
}

/** Writes a file atomically, and flushes it to disk before the letter counts as sent. */
async function writeAtomically(path: string, content: Buffer): Promise<void> {
  const unfinished = `${path}.${process.pid}.new`
  await rm(unfinished, { force: true })
  // Security: `wx` does not follow a symbolic link. Otherwise a server that runs as root would change the owner of the link's target.
  const file = await open(unfinished, 'wx', 0o600)
  try {
    await giveToOwnerOf(dirname(path), file)
    await file.writeFile(content)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(unfinished, path)
}
