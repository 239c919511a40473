import { beforeEach, describe, expect, test } from 'vitest'
import { disownAccount, verifyEmail } from '../../contract/account-email.ts'
import { getMasjidDetails } from '../../contract/directory.ts'
import { getSession, sendPasswordReset, signIn } from '../../contract/identity.ts'
import { startApp } from '../../tests/runtime/app.ts'
import { sendAndCollectLettersTo } from '../../tests/runtime/collect-letters.ts'
import { linkSpentError, tokenInLetter, wrongCredentialsError } from '../../tests/runtime/email-changes.ts'
import { newKhateeb, newMasjid, password, type TestAccount } from '../../tests/runtime/people.ts'
import {
  confirmKhateeb,
  inviteKhateeb,
  listQueuedLetters,
  postSlot,
  slotSeenBy,
} from '../../tests/runtime/slots.ts'
import type { OutgoingLetter } from '../letters/transport.ts'

const app = await startApp()
let khateeb: TestAccount
let masjid: TestAccount

beforeEach(async () => {
  khateeb = await newKhateeb(app.baseUrl)
  masjid = await newMasjid(app.baseUrl)
})

/** Returns the token of the “This isn’t me” link; undefined if the letter has no such link. */
function disownTokenIn({ text }: OutgoingLetter): string | undefined {
  return /This isn’t me:\nhttps:\/\/minbar\.test\/this-isnt-me#token=([\w-]{43})\n/.exec(text)?.[1]
}

/** Sends all queued letters. Returns the “This isn’t me” tokens in the letters to an address. */
async function sendLettersAndFindTokens(address: string): Promise<readonly (string | undefined)[]> {
  return (await sendAndCollectLettersTo(app.database, { email: address })).map(disownTokenIn)
}

const disown = (token = '') => app.client().call(disownAccount, { token })

describe('the “This isn’t me” link', () => {
  test('is in letters to the unconfirmed address of an account, and in no letter to a confirmed address', async () => {
    await app.client().call(sendPasswordReset, { email: khateeb.email })
    await inviteKhateeb(masjid, khateeb, await postSlot(masjid))
    const tokens = await sendLettersAndFindTokens(khateeb.email)
    expect(tokens).toEqual([expect.any(String), expect.any(String), expect.any(String)])

    const late = await newKhateeb(app.baseUrl)
    await app.client().call(verifyEmail, { token: await tokenInLetter(app, late.email, 'welcome') })
    await app.client().call(sendPasswordReset, { email: late.email })
    await inviteKhateeb(masjid, late, await postSlot(masjid, '15:00'))
    expect(await sendLettersAndFindTokens(late.email)).toEqual([undefined, undefined])
  })

  test('deletes the account and frees its slots, and sends no further letter to the address', async () => {
    const slot = await postSlot(masjid)
    await confirmKhateeb(masjid, khateeb, slot)
    const [token] = await sendLettersAndFindTokens(khateeb.email)
    await app.database.db.deleteFrom('letters').execute()

    expect(await disown(token)).toEqual({})
    expect(await khateeb.client.call(getSession, {})).toBeNull()
    const login = app.client().call(signIn, { email: khateeb.email, password })
    await expect(login).rejects.toMatchObject(wrongCredentialsError)
    expect(await slotSeenBy(masjid, slot)).toMatchObject({ khateeb: 'None' })
    expect(await listQueuedLetters(app.database)).toEqual([`khateeb_left to ${masjid.email}`])
    await expect(disown(token)).rejects.toMatchObject(linkSpentError)
  })

  test('deletes the masjid’s account, and sends letters to its khateebs', async () => {
    await confirmKhateeb(masjid, khateeb, await postSlot(masjid))
    const [token] = await sendLettersAndFindTokens(masjid.email)
    await app.database.db.deleteFrom('letters').execute()
    expect(await disown(token)).toEqual({})
    expect(await masjid.client.call(getSession, {})).toBeNull()
    const details = app.client().call(getMasjidDetails, { masjidId: masjid.uid })
    await expect(details).rejects.toMatchObject({ code: 'not_found' })
    expect(await listQueuedLetters(app.database)).toEqual([`masjid_left to ${khateeb.email}`])
  })

  test('no longer works after the address is confirmed', async () => {
    const welcome = await tokenInLetter(app, khateeb.email, 'welcome')
    const [token] = await sendLettersAndFindTokens(khateeb.email)
    await app.client().call(verifyEmail, { token: welcome })
    await expect(disown(token)).rejects.toMatchObject(linkSpentError)
    expect(await khateeb.client.call(getSession, {})).toMatchObject({ uid: khateeb.uid })
  })

  test('works for a week after its letter', async () => {
    await app.setNow('2026-12-01T12:00:00Z')
    const early = await newKhateeb(app.baseUrl)
    const [token] = await sendLettersAndFindTokens(early.email)
    await app.setNow('2026-12-08T12:00:00Z')
    await expect(disown(token)).rejects.toMatchObject(linkSpentError)
    await app.setNow('2026-12-08T11:59:59Z')
    expect(await disown(token)).toEqual({})
    await app.setNow(null)
  })
})
