import { describe, expect, test } from 'vitest'
import { blockAccount } from '../../contract/blocks.ts'
import { getMasjids } from '../../contract/directory.ts'
import type { RawInputOf } from '../../contract/endpoint.ts'
import { addKhutbah } from '../../contract/khutbahs.ts'
import { startApp } from '../../tests/runtime/app.ts'
import { newMasjid, newMasjidAndKhateebIn } from '../../tests/runtime/people.ts'
import { friday, fridayAfter, postSlot, requestSlot } from '../../tests/runtime/slots.ts'

const app = await startApp()

describe('cards of masjids', () => {
  test('show the dates on which the khateeb may request a slot, and can be filtered by these dates', async () => {
    const [here, there] = ['62701', '62703']
    const { masjid: near, khateeb } = await newMasjidAndKhateebIn(app.baseUrl, here)
    const far = await newMasjid(app.baseUrl, { zipCode: there })
    const none = await newMasjid(app.baseUrl, { zipCode: there })
    for (const weeks of [0, 1, 2, 3])
      await near.client.call(addKhutbah, {
        masjidUid: 'me',
        date: fridayAfter(weeks),
        times: ['13:00', '14:00'],
      })
    await requestSlot(khateeb, { masjidUid: near.uid, khutbahDate: friday, khutbahTime: '13:00' })
    await requestSlot(khateeb, { masjidUid: near.uid, khutbahDate: friday, khutbahTime: '14:00' })
    await postSlot(far, '13:00', friday)
    const list = async (query: Omit<RawInputOf<typeof getMasjids>, 'near'>) =>
      (await khateeb.client.call(getMasjids, { near: 'me', radius: '10', ...query })).map(
        ({ uid, open }) => ({
          uid,
          ...open,
        }),
      )
    const ofNear = { uid: near.uid, dates: [1, 2, 3].map(fridayAfter), count: 3 }
    const ofFar = { uid: far.uid, dates: [friday], count: 1 }
    expect(await list({ openSlots: 'shown' })).toEqual(
      expect.arrayContaining([ofNear, ofFar, { uid: none.uid, dates: [], count: 0 }]),
    )
    expect(await list({ openSlots: 'only' })).toEqual([ofNear, ofFar])
    expect(await list({ openSlots: 'only', openOn: friday })).toEqual([ofFar])
    const last = fridayAfter(3)
    expect(await list({ openSlots: 'only', openOn: last })).toEqual([
      { uid: near.uid, dates: [last], count: 1 },
    ])
    expect(await list({ openSlots: 'only', q: near.name })).toEqual([ofNear])
    expect(await list({ openSlots: 'only', q: none.name })).toEqual([])
    await khateeb.client.call(blockAccount, { masjidUid: near.uid, khateebUid: 'me' })
    expect(await list({ openSlots: 'only' })).toEqual([ofFar])
    expect((await list({})).every((it) => !('count' in it))).toBe(true)
  })
})
