import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { changeEmail, confirmEmail, undoEmailChange } from '../../contract/email.ts'
import { getSession, signIn } from '../../contract/identity.ts'
import { createLink } from '../../server/identity/single-use-links.ts'
import { insertKhateeb, insertMasjid, type Member } from '../runtime/insert-people.ts'
import { password } from '../runtime/people.ts'
import { retryingClient } from '../runtime/retrying-client.ts'
import { clientFor, outboxLetters, type RacingCall, rounds, startServerPair, tally } from './race.ts'
import { callOf, deletesAccount, setCheapPassword, signsUp } from './racing-calls.ts'

let member: Member
let rival: Member
let newEmail: string

const pair = await startServerPair()
beforeEach(async () => {
  await pair.clear()
  member = await insertKhateeb(pair.database)
  rival = await insertMasjid(pair.database)
  newEmail = `new-${randomUUID()}@minbar.example`
  await setCheapPassword(pair.database, member, rival)
})

const linkOf = ({ uid }: Member, purpose: 'confirm_email' | 'undo_email_change', email: string) =>
  pair.database.transaction((tx) => createLink(tx, uid, purpose, { email }))

function confirms(token: string): RacingCall {
  return (url) => retryingClient(url).call(confirmEmail, { token })
}

/** Confirms after a failed sign-in, which hashes a password. Undoing hashes one too; a plain confirm would always win. */
function confirmsLater(token: string): RacingCall {
  return async (url) => {
    const unknown = { email: `nobody-${randomUUID()}@minbar.example`, password }
    await retryingClient(url)
      .call(signIn, unknown)
      .catch(() => undefined)
    return retryingClient(url).call(confirmEmail, { token })
  }
}

function undoes(token: string): RacingCall {
  return (url) => retryingClient(url).call(undoEmailChange, { token })
}

async function emailOf({ uid }: Member): Promise<string | null | undefined> {
  const account = pair.database.reader.selectFrom('accounts').select('email').where('uid', '=', uid)
  return (await account.executeTakeFirst())?.email
}

async function ownersOf(email: string): Promise<number> {
  const accounts = pair.database.reader.selectFrom('accounts').select('uid').where('email', '=', email)
  return (await accounts.execute()).length
}

/** The purposes of an account's unused links. */
async function openLinks({ uid }: Member): Promise<string[]> {
  const links = await pair.database.reader
    .selectFrom('links')
    .where('uid', '=', uid)
    .where('spent_at', 'is', null)
    .select('purpose')
    .execute()
  return links.map((it) => it.purpose)
}

describe.each(rounds)('round %i', () => {
  test('of two accounts and a sign-up that confirm one address, one gets it', async () => {
    const [ownLink, rivalLink] = [
      await linkOf(member, 'confirm_email', newEmail),
      await linkOf(rival, 'confirm_email', newEmail),
    ]
    const answers = await pair.race(confirms(ownLink), confirms(rivalLink), signsUp(newEmail))
    expect(tally(answers.flat())['changed']).toBe(1)
    expect(new Set(answers.flat())).toEqual(
      new Set(['changed', 'email_taken', 'link_spent'].filter((it) => answers.flat().includes(it))),
    )
    expect(await ownersOf(newEmail)).toBe(1)
    const changeLetters = (await outboxLetters(pair)).filter((it) => it.startsWith('email_changed'))
    expect(changeLetters).toHaveLength(answers[2]?.includes('changed') === true ? 0 : 1)
  })

  test('an address being given up is never free, and its owner can restore it', async () => {
    const link = await linkOf(member, 'confirm_email', newEmail)
    const [confirmed = [], signedUp = [], asked = []] = await pair.race(
      confirms(link),
      signsUp(member.email),
      callOf(rival, changeEmail, { email: member.email, password }),
    )
    expect(tally(confirmed)).toEqual({ changed: 1, link_spent: 16 })
    expect(new Set([...signedUp, ...asked])).toEqual(new Set(['email_taken']))
    expect(await emailOf(member)).toBe(newEmail)
    expect(await openLinks(member)).toEqual(['undo_email_change'])
  })

  test('undoing a change while another is confirmed restores the first address', async () => {
    const wayBack = await linkOf(member, 'undo_email_change', `first-${member.email}`)
    const change = await linkOf(member, 'confirm_email', newEmail)
    const [undone = [], confirmed = []] = await pair.race(undoes(wayBack), confirmsLater(change))
    expect(tally(undone)).toEqual({ changed: 1, link_spent: 24 })
    expect(new Set([...confirmed, 'changed', 'link_spent'])).toEqual(new Set(['changed', 'link_spent']))
    expect(await emailOf(member)).toBe(`first-${member.email}`)
    expect(await openLinks(member)).toEqual(['reset_password'])
    expect(await clientFor(member, pair.urlOf(0)).call(getSession, {})).toBeNull()
  })

  test('confirming a change while the account is deleted leaves no address or link, and frees its addresses', async () => {
    const first = `first-${member.email}`
    await linkOf(member, 'undo_email_change', first)
    const change = await linkOf(member, 'confirm_email', newEmail)
    const [left = [], confirmed = []] = await pair.race(deletesAccount(member), confirmsLater(change))
    expect(tally(left)['changed']).toBe(1)
    expect(new Set([...confirmed, 'changed', 'link_spent'])).toEqual(new Set(['changed', 'link_spent']))
    expect(await emailOf(member)).toBeNull()
    expect(await openLinks(member)).toEqual([])
    await pair.callInOrder(...[first, newEmail, member.email].map((email) => signsUp(email)))
  })

  test('of deleting an account and undoing its e-mail change, which voids the password, one succeeds', async () => {
    const first = `first-${member.email}`
    const [left = [], undone = []] = await pair.race(
      deletesAccount(member),
      undoes(await linkOf(member, 'undo_email_change', first)),
    )
    expect(tally([...left, ...undone])['changed']).toBe(1)
    expect(await emailOf(member)).toBe(left.includes('changed') ? null : first)
    expect(await openLinks(member)).toEqual(left.includes('changed') ? [] : ['reset_password'])
  })
})
