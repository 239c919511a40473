import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { addMasjid, becomeKhateeb } from '../../contract/identity.ts'
import { leaveMasjid, removeMember } from '../../contract/members.ts'
import { startApp } from '../../tests/runtime/app.ts'
import { sendAndCollectLetters, sendAndCollectLettersTo } from '../../tests/runtime/collect-letters.ts'
import { newKhateeb, newMasjid, password, type TestAccount } from '../../tests/runtime/people.ts'
import {
  confirmKhateeb,
  inviteKhateeb,
  postSlot,
  requestSlot,
  withdrawFrom,
} from '../../tests/runtime/slots.ts'
import { newMember, newOwner, type TestMember } from '../../tests/runtime/team.ts'
import { deleteOldNews } from './delete-old-news.ts'

const app = await startApp()
const { db } = app.database
let owner: TestMember
let viewer: TestMember
let khateeb: TestAccount

beforeEach(async () => {
  owner = await newOwner(app)
  viewer = await newMember(app, owner, 'viewer')
  khateeb = await newKhateeb(app.baseUrl)
  await db.deleteFrom('letters').execute()
})

/** Sends the due letters, and returns them as `kind to address`, sorted. */
async function sendLetters(perHour?: number): Promise<string[]> {
  const letters = await sendAndCollectLetters(app.database, perHour)
  return letters.map(({ kind, to }) => `${kind} to ${to}`).toSorted()
}

describe('news for a masjid', () => {
  test('is sent to each of its members', async () => {
    await requestSlot(khateeb, await postSlot(owner))
    expect(await sendLetters()).toEqual(
      [`request_received to ${owner.email}`, `request_received to ${viewer.email}`].toSorted(),
    )
  })

  test('is not sent to a member who was removed or left before the time of sending', async () => {
    const second = await newMember(app, owner, 'scheduler')
    const slot = await postSlot(owner)
    await db.deleteFrom('letters').execute()
    await requestSlot(khateeb, slot)
    await owner.client.call(removeMember, { password, personId: viewer.personId })
    await second.client.call(leaveMasjid, { password })
    await db.deleteFrom('letters').where('kind', '=', 'account_deleted').execute()
    expect(await sendLetters()).toEqual([`request_received to ${owner.email}`])
  })

  test('is not sent to a former member who still acts for another party', async () => {
    await viewer.client.call(addMasjid, {
      masjidName: 'Masjid an-Nur',
      masjidAddress: '2 Main Street',
      phone: '(313) 555-0100',
      zipCode: '48126',
      website: '',
    })
    await requestSlot(khateeb, await postSlot(owner))
    await owner.client.call(removeMember, { password, personId: viewer.personId })
    await db.deleteFrom('letters').where('kind', '=', 'membership_ended').execute()
    expect(await sendLetters()).toEqual([`request_received to ${owner.email}`])
    const left = await db.selectFrom('letters').where('recipient', '=', viewer.email).select('id').execute()
    expect(left).toEqual([])
  })

  test('is sent to the address that a member has at the time of sending', async () => {
    await requestSlot(khateeb, await postSlot(owner))
    // Simulates a letter that was queued while a transaction that changes the owner's address was not committed yet.
    await sql`update letters set recipient = 'former@minbar.example' where recipient = ${owner.email}`.execute(
      db,
    )
    expect(await sendLetters()).toContain(`request_received to ${owner.email}`)
  })

  test('reaches a member even if the letter to another cannot be rendered, and the letter to a third is refused', async () => {
    const refused = await newMember(app, owner, 'scheduler')
    const slot = await postSlot(owner)
    await db.deleteFrom('letters').execute()
    await requestSlot(khateeb, slot)
    await db.updateTable('letters').set({ props: '{}' }).where('recipient', '=', viewer.email).execute()
    // Makes the letters to the other two members due a minute earlier, so that they are sent before the owner’s letter.
    await sql`update letters set next_attempt_at = next_attempt_at - interval '1 minute' where recipient <> ${owner.email}`.execute(
      db,
    )
    const letters = await sendAndCollectLetters(app.database, undefined, async ({ to }) => {
      if (to === refused.email) throw new Error('mailbox full')
    })
    expect(letters.map(({ to }) => to)).toEqual([owner.email])
    const rest = await db
      .selectFrom('letters')
      .where('sent_at', 'is', null)
      .select(['recipient', 'attempts'])
      .execute()
    expect(rest.map(({ recipient }) => recipient).toSorted()).toEqual(
      [refused.email, viewer.email].toSorted(),
    )
    expect(rest.every(({ attempts }) => attempts > 0)).toBe(true)
  })

  test('is held for a member who is above the hourly limit, but not for the others', async () => {
    const slots = [
      await postSlot(owner, '08:00'),
      await postSlot(owner, '10:00'),
      await postSlot(owner, '12:00'),
    ]
    const [first, second, third] = slots
    if (first === undefined || second === undefined || third === undefined) throw new Error('No slots')
    await requestSlot(khateeb, first)
    await db.deleteFrom('letters').where('recipient', '=', viewer.email).execute()
    await sendLetters(2)
    await requestSlot(khateeb, second)
    await requestSlot(khateeb, third)
    const toViewer = `request_received to ${viewer.email}`
    expect(await sendLetters(2)).toEqual(
      [`request_received to ${owner.email}`, toViewer, toViewer].toSorted(),
    )
  })
})

describe('a person with several parties', () => {
  test('gets letters with links that open the screen for the letter’s party', async () => {
    const { uid } = await khateeb.client.call(addMasjid, {
      masjidName: 'Masjid al-Huda',
      masjidAddress: '2 Main Street',
      phone: '(313) 555-0100',
      zipCode: '48126',
      website: '',
    })
    await inviteKhateeb(owner, khateeb, await postSlot(owner))
    const [letter] = await sendAndCollectLetters(app.database)
    expect(letter?.text).toMatch(
      new RegExp(`https://minbar\\.test/dashboard\\?row=[0-9a-f-]{36}&as=${khateeb.uid}\\n`, 'u'),
    )
    expect(letter?.text).not.toContain(uid)
  })

  test('gets a digest for each party, with links for this party', async () => {
    const other = await newMasjid(app.baseUrl)
    const profile = { firstName: 'Yusuf', lastName: 'Khan', phone: '(313) 555-0100', zipCode: '48126' }
    const { uid } = await owner.client.call(becomeKhateeb, profile)
    await db.deleteFrom('letters').execute()
    await requestSlot(khateeb, await postSlot(owner, '08:00'))
    await sendLetters(1)
    const asKhateeb = { ...khateeb, uid }
    for (const time of ['10:00', '12:00']) {
      await requestSlot(khateeb, await postSlot(owner, time))
      await inviteKhateeb(other, asKhateeb, await postSlot(other, time))
    }
    await sendAndCollectLetters(app.database, 1)
    await sql`update letters set next_attempt_at = minbar_now() where held`.execute(db)
    const own = await sendAndCollectLettersTo(app.database, owner, 1)
    expect(own.map(({ subject }) => subject).toSorted()).toEqual([
      '2 updates about your khutbahs',
      `${other.name} invites you to give 2 khutbahs`,
    ])
    const [first = '', second = ''] = own.map(({ text }) => text).toSorted()
    expect(first.includes(`as=${uid}`)).not.toBe(second.includes(`as=${uid}`))
    for (const text of [first, second])
      expect(text.includes('would like to give')).toBe(text.includes(`/masjid-landing?as=${owner.uid}`))
  })
})

describe('news in the database', () => {
  test('contains no names and no reason for a withdrawal', async () => {
    const slot = await postSlot(owner)
    await confirmKhateeb(owner, khateeb, slot)
    await withdrawFrom(khateeb, slot, 'My father is ill.')
    const rows = await db
      .selectFrom('news')
      .select(['kind', sql<string>`props::text`.as('props')])
      .execute()
    const own = rows.filter(({ props }) => props.includes(khateeb.uid))
    expect(own.map(({ kind }) => kind).toSorted()).toEqual([
      'khateeb_withdrew',
      'request_approved',
      'request_received',
    ])
    for (const { props } of own) {
      expect(props).not.toContain(owner.name)
      expect(props).not.toContain(khateeb.name)
      expect(props).not.toContain('My father is ill.')
    }
  })

  test('is deleted after 90 days', async () => {
    await requestSlot(khateeb, await postSlot(owner))
    const old = sql`update news set created_at = minbar_now() - interval '90 days 1 minute' where party_uid = ${owner.uid}`
    await deleteOldNews(app.database)
    expect(
      await db.selectFrom('news').where('party_uid', '=', owner.uid).select('id').execute(),
    ).toHaveLength(1)
    await old.execute(db)
    await deleteOldNews(app.database)
    expect(await db.selectFrom('news').where('party_uid', '=', owner.uid).select('id').execute()).toEqual([])
  })
})
