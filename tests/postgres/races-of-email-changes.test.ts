import { randomUUID } from 'node:crypto'
import { hash } from '@node-rs/argon2'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { changeEmail, confirmEmail, undoEmailChange } from '../../contract/email.ts'
import { deleteAccount, getSession, khateebSignup, signIn } from '../../contract/identity.ts'
import { setPasswordHash } from '../../server/identity/accounts.ts'
import { makeLink } from '../../server/identity/single-use-links.ts'
import { insertKhateeb, insertMasjid, type Member } from '../runtime/insert-people.ts'
import { password } from '../runtime/people.ts'
import { retryingClient } from '../runtime/retrying-client.ts'
import { listQueuedLetters } from '../runtime/slots.ts'
import { type Arena, type Contestant, openArena, rounds, speaking, tally } from './server-pair.ts'

let arena: Arena
let member: Member
let rival: Member
let newEmail: string
let cheap: string

beforeAll(async () => {
  arena = await openArena(inject('build'))
  // Verified in no time, so that all meet in the database.
  cheap = await hash(password, { memoryCost: 8, timeCost: 1, parallelism: 1 })
})
afterAll(() => arena.close())
beforeEach(async () => {
  await arena.clear()
  member = await insertKhateeb(arena.database)
  rival = await insertMasjid(arena.database)
  newEmail = `new-${randomUUID()}@minbar.example`
  await arena.database.transaction(async (tx) => {
    for (const { uid } of [member, rival]) await setPasswordHash(tx, uid, cheap)
  })
})

const linkOf = ({ uid }: Member, purpose: 'confirm_email' | 'undo_email_change', email: string) =>
  arena.database.transaction((tx) => makeLink(tx, uid, purpose, { email }))

function confirms(token: string): Contestant {
  return (url) => retryingClient(url).call(confirmEmail, { token })
}

/** The same as late as whoever undoes something, who hashes a password first: else it would always come before. */
function confirmsLater(token: string): Contestant {
  return async (url) => {
    const nobody = { email: `nobody-${randomUUID()}@minbar.example`, password }
    await retryingClient(url)
      .call(signIn, nobody)
      .catch(() => undefined)
    return retryingClient(url).call(confirmEmail, { token })
  }
}

function undoes(token: string): Contestant {
  return (url) => retryingClient(url).call(undoEmailChange, { token })
}

function signsUpWith(email: string): Contestant {
  const khateeb = { firstName: 'Yusuf', lastName: 'Khan', phone: '(313) 555-0199', zipCode: '48126' }
  return (url) => retryingClient(url).call(khateebSignup, { ...khateeb, password, email })
}

const leaves: Contestant = (url) => speaking(member, url).call(deleteAccount, { password })

async function emailOf({ uid }: Member): Promise<string | null | undefined> {
  const account = arena.database.reader.selectFrom('accounts').select('email').where('uid', '=', uid)
  return (await account.executeTakeFirst())?.email
}

async function ownersOf(email: string): Promise<number> {
  const accounts = arena.database.reader.selectFrom('accounts').select('uid').where('email', '=', email)
  return (await accounts.execute()).length
}

/** Purposes of the links of an account that can still be used. */
async function openLinks({ uid }: Member): Promise<string[]> {
  const links = await arena.database.reader
    .selectFrom('links')
    .where('uid', '=', uid)
    .where('spent_at', 'is', null)
    .select('purpose')
    .execute()
  return links.map((it) => it.purpose)
}

describe.each(rounds)('round %i', () => {
  test('of two accounts that confirm one address, and a sign-up with it, one has it', async () => {
    const [own, its] = [
      await linkOf(member, 'confirm_email', newEmail),
      await linkOf(rival, 'confirm_email', newEmail),
    ]
    const answers = await arena.race(confirms(own), confirms(its), signsUpWith(newEmail))
    expect(tally(answers.flat())['changed']).toBe(1)
    expect(new Set(answers.flat())).toEqual(
      new Set(['changed', 'email_taken', 'link_spent'].filter((it) => answers.flat().includes(it))),
    )
    expect(await ownersOf(newEmail)).toBe(1)
    const told = (await listQueuedLetters(arena.database)).filter((it) => it.startsWith('email_changed'))
    expect(told).toHaveLength(answers[2]?.includes('changed') === true ? 0 : 1)
  })

  test('an address that is given up is nobody’s in between, and its owner can go back to it', async () => {
    const link = await linkOf(member, 'confirm_email', newEmail)
    const [confirmed = [], signedUp = [], asked = []] = await arena.race(
      confirms(link),
      signsUpWith(member.email),
      (url) => speaking(rival, url).call(changeEmail, { email: member.email, password }),
    )
    expect(tally(confirmed)).toEqual({ changed: 1, link_spent: 16 })
    expect(new Set([...signedUp, ...asked])).toEqual(new Set(['email_taken']))
    expect(await emailOf(member)).toBe(newEmail)
    expect(await openLinks(member)).toEqual(['undo_email_change'])
  })

  test('undone while another change is confirmed, the first address has the account', async () => {
    const wayBack = await linkOf(member, 'undo_email_change', `first-${member.email}`)
    const change = await linkOf(member, 'confirm_email', newEmail)
    const [undone = [], confirmed = []] = await arena.race(undoes(wayBack), confirmsLater(change))
    expect(tally(undone)).toEqual({ changed: 1, link_spent: 24 })
    expect(new Set([...confirmed, 'changed', 'link_spent'])).toEqual(new Set(['changed', 'link_spent']))
    expect(await emailOf(member)).toBe(`first-${member.email}`)
    expect(await openLinks(member)).toEqual(['reset_password'])
    expect(await speaking(member, arena.servers[0].url).call(getSession, {})).toBeNull()
  })

  test('confirmed while the account is deleted, nothing of it stays, and its addresses are free', async () => {
    const first = `first-${member.email}`
    await linkOf(member, 'undo_email_change', first)
    const change = await linkOf(member, 'confirm_email', newEmail)
    const [left = [], confirmed = []] = await arena.race(leaves, confirmsLater(change))
    expect(tally(left)['changed']).toBe(1)
    expect(new Set([...confirmed, 'changed', 'link_spent'])).toEqual(new Set(['changed', 'link_spent']))
    expect(await emailOf(member)).toBeNull()
    expect(await openLinks(member)).toEqual([])
    const [{ url }] = arena.servers
    for (const email of [first, newEmail, member.email]) await signsUpWith(email)(url, 0)
  })

  test('of a deletion and the way back, which voids the password that it asks for, one wins', async () => {
    const first = `first-${member.email}`
    const [left = [], undone = []] = await arena.race(
      leaves,
      undoes(await linkOf(member, 'undo_email_change', first)),
    )
    expect(tally([...left, ...undone])['changed']).toBe(1)
    expect(await emailOf(member)).toBe(left.includes('changed') ? null : first)
    expect(await openLinks(member)).toEqual(left.includes('changed') ? [] : ['reset_password'])
  })
})
