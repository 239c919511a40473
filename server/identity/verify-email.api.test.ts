import { describe, expect, test } from 'vitest'
import { getMasjid, getUser } from '../../contract/directory.ts'
import { getEmail, sendVerification, verifyEmail } from '../../contract/email.ts'
import { requestKhateeb, requestToLead } from '../../contract/proposals.ts'
import { startApp } from '../../tests/runtime/app.ts'
import { newKhateeb, newMasjid, type Person } from '../../tests/runtime/people.ts'
import { queuedLetters } from '../../tests/runtime/queued-letters.ts'
import { postSlot } from '../../tests/runtime/slots.ts'

const app = await startApp()

async function verifyEmailOf({ email }: Person): Promise<void> {
  const [welcome] = await queuedLetters(app.database, email, 'welcome')
  await app.client().call(verifyEmail, { token: welcome?.token ?? '' })
}

describe('the verification letter', () => {
  test('can be requested again, and the first one remains valid', async () => {
    const person = await newKhateeb(app.baseUrl)
    const { email, name, client } = person
    expect(await client.call(sendVerification, {})).toEqual({ sent: true })
    const letters = await queuedLetters(app.database, email, 'verify_email')
    expect(letters).toEqual([{ name, token: expect.any(String) }])
    await verifyEmailOf(person)
    expect(await client.call(getEmail, {})).toEqual({ email, emailVerified: true, newEmail: null })
  })

  test('verifies the address when requested again', async () => {
    const { email, client } = await newMasjid(app.baseUrl)
    await client.call(sendVerification, {})
    const [letter] = await queuedLetters(app.database, email, 'verify_email')
    await app.client().call(verifyEmail, { token: letter?.token ?? '' })
    expect(await client.call(getEmail, {})).toMatchObject({ emailVerified: true })
  })

  test('is not sent to a verified address', async () => {
    const person = await newKhateeb(app.baseUrl)
    await verifyEmailOf(person)
    expect(await person.client.call(sendVerification, {})).toEqual({ sent: false })
    expect(await queuedLetters(app.database, person.email, 'verify_email')).toEqual([])
  })

  test('is limited', async () => {
    const strict = await startApp({ env: { LIMIT_RESET_ACCOUNT: '3/3600' } })
    const { client } = await newKhateeb(strict.baseUrl)
    const answers: unknown[] = []
    for (const _ of 'four') {
      answers.push(await client.call(sendVerification, {}).catch((error) => error.code))
    }
    expect(answers).toEqual([{ sent: true }, { sent: true }, { sent: true }, 'too_many_requests'])
    await strict.stop()
  })
})

function verified(proposals: readonly { readonly emailVerified: boolean }[]): boolean[] {
  return proposals.map((it) => it.emailVerified)
}

test("each side of a proposal sees whether the other's address is verified", async () => {
  const masjid = await newMasjid(app.baseUrl)
  const khateeb = await newKhateeb(app.baseUrl)
  const asked = await postSlot(masjid, '13:00')
  const invited = await postSlot(masjid, '15:00')
  await khateeb.client.call(requestToLead, { khateebId: 'me', ...asked })
  await masjid.client.call(requestKhateeb, { khateebUid: khateeb.uid, ...invited })
  const seen = async () => {
    const khateebRecord = await khateeb.client.call(getUser, { uid: 'me' })
    const masjidRecord = await masjid.client.call(getMasjid, { uid: 'me' })
    return {
      ofMasjid: [...verified(khateebRecord.invites), ...verified(khateebRecord.sentRequests)],
      ofKhateeb: [...verified(masjidRecord.requests), ...verified(masjidRecord.sentInvites)],
    }
  }
  expect(await seen()).toEqual({ ofMasjid: [false, false], ofKhateeb: [false, false] })
  await verifyEmailOf(masjid)
  expect(await seen()).toEqual({ ofMasjid: [true, true], ofKhateeb: [false, false] })
  await verifyEmailOf(khateeb)
  expect(await seen()).toEqual({ ofMasjid: [true, true], ofKhateeb: [true, true] })
})
