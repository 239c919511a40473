import { expect, test } from 'vitest'
import { approveRequest, requestToLead, withdrawKhateeb } from '../../contract/proposals.ts'
import { startApp } from '../runtime/app.ts'
import { injectionStrings, multilineStrings, refusedStrings } from '../runtime/injection-strings.ts'
import { newKhateeb, newMasjid } from '../runtime/people.ts'
import { queuedLetters } from '../runtime/queued-letters.ts'
import { friday, fridayAfter, postSlot, type Slot } from '../runtime/slots.ts'

const app = await startApp()
const masjid = await newMasjid(app.baseUrl)
const khateeb = await newKhateeb(app.baseUrl)

/** A date has at most 24 slots. */
const dates = [friday, fridayAfter(1), fridayAfter(2)] as const

/** Posts a slot and confirms the khateeb for it; another slot for each number. */
async function confirmed(number: number): Promise<Slot> {
  const slot = await postSlot(masjid, `09:${String(number).padStart(2, '0')}`, dates[number % dates.length])
  await khateeb.client.call(requestToLead, { khateebId: 'me', ...slot })
  await masjid.client.call(approveRequest, { requesterId: khateeb.uid, ...slot })
  return slot
}

const withdraws = (slot: Slot, reason: string) =>
  khateeb.client.call(withdrawKhateeb, { khateebUid: 'me', ...slot, reason })

test('a letter quotes the reason of a withdrawal unchanged', async () => {
  for (const [number, words] of injectionStrings.entries()) {
    await withdraws(await confirmed(number), words)
    const letters = await queuedLetters(app.database, masjid.email, 'khateeb_withdrew')
    expect(letters.at(-1)).toMatchObject({ reason: words.normalize('NFC').trim() })
  }
})

test('a reason with control characters or bidirectional controls is refused by field name', async () => {
  const slot = await confirmed(59)
  for (const words of refusedStrings.filter((it) => !multilineStrings.has(it))) {
    await expect(withdraws(slot, words)).rejects.toMatchObject({
      status: 400,
      code: 'invalid_input',
      fields: { reason: expect.any(String) },
    })
  }
})
