import { describe, expect, test } from 'vitest'
import { getEmail, sendVerification, verifyEmail } from '../../contract/account-email.ts'
import { getMasjid, getUser } from '../../contract/own-records.ts'
import { startApp } from '../../tests/runtime/app.ts'
import { linkSpentError, tokenInLetter } from '../../tests/runtime/email-changes.ts'
import { newKhateeb, newMasjid, type TestAccount } from '../../tests/runtime/people.ts'
import { queuedLetters } from '../../tests/runtime/queued-letters.ts'
import { repeat } from '../../tests/runtime/repeat.ts'
import { inviteKhateeb, postSlot, requestSlot } from '../../tests/runtime/slots.ts'

const app = await startApp()

const verify = (token: string) => app.client().call(verifyEmail, { token })
const verifyEmailOf = async ({ email }: TestAccount) => verify(await tokenInLetter(app, email, 'welcome'))

describe('the verification letter', () => {
  test.each(['welcome', 'verify_email'] as const)(
    'can be requested again, and the link in the %s letter works only once',
    async (kind) => {
      const { email, name, client } = await newKhateeb(app.baseUrl)
      expect(await client.call(sendVerification, {})).toEqual({ sent: true })
      const letters = await queuedLetters(app.database, email, 'verify_email')
      expect(letters).toEqual([{ name, token: expect.any(String) }])
      const token = await tokenInLetter(app, email, kind)
      expect(await verify(token)).toEqual({})
      expect(await client.call(getEmail, {})).toEqual({ email, emailVerified: true, newEmail: null })
      await expect(verify(token)).rejects.toMatchObject(linkSpentError)
    },
  )

  test('is not sent to a confirmed address', async () => {
    const person = await newMasjid(app.baseUrl)
    await verifyEmailOf(person)
    expect(await person.client.call(sendVerification, {})).toEqual({ sent: false })
    expect(await queuedLetters(app.database, person.email, 'verify_email')).toEqual([])
  })

  test('is sent to an address only a limited number of times an hour', async () => {
    const strict = await startApp({ env: { LIMIT_RESET_ACCOUNT: '3/3600' } })
    const { client } = await newKhateeb(strict.baseUrl)
    const outcomes = await repeat(4, () => client.call(sendVerification, {}).catch((error) => error.code))
    expect(outcomes).toEqual([{ sent: true }, { sent: true }, { sent: true }, 'too_many_requests'])
  })
})

function verifiedFlagsOf(proposals: readonly { readonly emailVerified: boolean }[]): boolean[] {
  return proposals.map((it) => it.emailVerified)
}

test("each side of a proposal sees whether the other side's email is confirmed", async () => {
  const masjid = await newMasjid(app.baseUrl)
  const khateeb = await newKhateeb(app.baseUrl)
  const asked = await postSlot(masjid, '13:00')
  const invited = await postSlot(masjid, '15:00')
  await requestSlot(khateeb, asked)
  await inviteKhateeb(masjid, khateeb, invited)
  const seen = async () => {
    const khateebRecord = await khateeb.client.call(getUser, { uid: 'me' })
    const masjidRecord = await masjid.client.call(getMasjid, { uid: 'me' })
    return {
      ofMasjid: [...verifiedFlagsOf(khateebRecord.invites), ...verifiedFlagsOf(khateebRecord.sentRequests)],
      ofKhateeb: [...verifiedFlagsOf(masjidRecord.requests), ...verifiedFlagsOf(masjidRecord.sentInvites)],
    }
  }
  expect(await seen()).toEqual({ ofMasjid: [false, false], ofKhateeb: [false, false] })
  await verifyEmailOf(masjid)
  expect(await seen()).toEqual({ ofMasjid: [true, true], ofKhateeb: [false, false] })
  await verifyEmailOf(khateeb)
  expect(await seen()).toEqual({ ofMasjid: [true, true], ofKhateeb: [true, true] })
})
