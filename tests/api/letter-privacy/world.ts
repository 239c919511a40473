import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import PostalMime, { type Email } from 'postal-mime'
import { startApp } from '../../runtime/app.ts'
import { newDataFolder } from '../../runtime/data-folder.ts'
import { newKhateeb, newMasjid } from '../../runtime/people.ts'
import { sendLetters } from '../../runtime/send-due-letters.ts'
import { confirmKhateeb, friday, postSlot, type Slot } from '../../runtime/slots.ts'

/** The phones of all accounts. */
export const phones = [
  '7345550142',
  '7345550143',
  '7345550144',
  '7345550145',
  '7345550146',
  '7345550147',
] as const
/** A phone of an account. No letter may contain one, except the masjid's phone in `new_khateeb_confirmed`. */
export const phonePattern = /734\D{0,3}555\D{0,3}014[2-7]/

/** The address to which the other khateeb changes his email. */
export const newEmail = 'new-address@minbar.example'
/** The address of a person whom the masjid invites as a member. */
export const invitedEmail = 'invited@minbar.example'
/** The addresses of three people without an account, whom the masjid asks to fill a slot. */
export const [askedEmail, decliningEmail, unneededEmail] = [
  'asked@minbar.example',
  'declining@minbar.example',
  'unneeded@minbar.example',
]

/** The application, the accounts that cause letters, and all letters that they got. */
export type World = Awaited<ReturnType<typeof createWorld>>

export async function createWorld() {
  const app = await startApp()
  const dataDir = await newDataFolder()
  /**
   * All sent letters, by file name. The file name contains the kind. The letters stay in memory, because deleting an account deletes the
   * files of its letters.
   */
  const letters = new Map<string, Email>()
  return {
    app,
    letters,
    khateeb: await newKhateeb(app.baseUrl, { phone: phones[0] }),
    otherKhateeb: await newKhateeb(app.baseUrl, { phone: phones[1] }),
    leavingKhateeb: await newKhateeb(app.baseUrl, { phone: phones[4] }),
    masjid: await newMasjid(app.baseUrl, { phone: phones[2] }),
    otherMasjid: await newMasjid(app.baseUrl, { phone: phones[3] }),
    /** Sends all due letters, and reads their files. */
    dispatch: async (perHour?: number): Promise<void> => {
      await sendLetters({ database: app.database, dataDir, ...(perHour !== undefined && { perHour }) })
      const folder = join(dataDir, 'letters')
      for (const name of await readdir(folder)) {
        letters.set(name, await PostalMime.parse(await readFile(join(folder, name))))
      }
    },
  }
}

/** Posts a slot and confirms the khateeb for it. */
export async function postAndConfirm({ masjid, khateeb }: World, time: string, date = friday): Promise<Slot> {
  const slot = await postSlot(masjid, time, date)
  await confirmKhateeb(masjid, khateeb, slot)
  return slot
}
