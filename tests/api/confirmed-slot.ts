import type { TestApp } from '../runtime/app.ts'
import { newKhateeb, newMasjid } from '../runtime/people.ts'
import { confirmKhateeb, postSlot } from '../runtime/slots.ts'

/** Confirms a new khateeb for a slot of a new masjid. Deletes the letters that this has queued. */
export async function setUpConfirmedSlot({ baseUrl, database }: TestApp) {
  const masjid = await newMasjid(baseUrl)
  const khateeb = await newKhateeb(baseUrl)
  const slot = await postSlot(masjid, '13:00')
  await confirmKhateeb(masjid, khateeb, slot)
  await database.db.deleteFrom('letters').execute()
  return { masjid, khateeb, slot }
}
