import { beforeEach, describe, expect, test } from 'vitest'
import { blockAccount } from '../../contract/blocks.ts'
import { getMasjidDetails } from '../../contract/directory.ts'
import type { RawInputOf } from '../../contract/endpoint.ts'
import { exportData } from '../../contract/identity.ts'
import { removeSlot } from '../../contract/khutbahs.ts'
import { getNews } from '../../contract/news.ts'
import { askForApproval, getOurKhateebs } from '../../contract/our-khateebs.ts'
import { startApp } from '../../tests/runtime/app.ts'
import { mark, setApprovedOnly } from '../../tests/runtime/approval.ts'
import { sendAndCollectLetters } from '../../tests/runtime/collect-letters.ts'
import { newKhateeb, newMasjid, type TestAccount } from '../../tests/runtime/people.ts'
import { queuedLetters } from '../../tests/runtime/queued-letters.ts'
import { conflict } from '../../tests/runtime/refusals.ts'
import { confirmKhateeb, listQueuedLetters, postSlot, type Slot } from '../../tests/runtime/slots.ts'

const app = await startApp()
let masjid: TestAccount
let khateeb: TestAccount
let slot: Slot
beforeEach(async () => {
  masjid = await newMasjid(app.baseUrl)
  khateeb = await newKhateeb(app.baseUrl)
  slot = await postSlot(masjid)
})

const list = (query: Omit<RawInputOf<typeof getOurKhateebs>, 'uid'> = {}) =>
  masjid.client.call(getOurKhateebs, { uid: 'me', ...query })

const ask = (who = khateeb) => who.client.call(askForApproval, { khateebUid: 'me', ...slot })
const approvalLetters = async () =>
  (await listQueuedLetters(app.database)).filter((it) => it.startsWith('approval'))

describe('a khateeb without approval', () => {
  beforeEach(async () => {
    await app.database.db.deleteFrom('letters').execute()
    await setApprovedOnly(masjid)
  })

  test('can ask for approval once; the masjid gets a letter about his request for approval, and he gets a letter about the approval', async () => {
    expect(await ask()).toEqual({ changed: true })
    expect(await ask()).toEqual({ changed: false })
    expect(await approvalLetters()).toEqual([`approval_asked to ${masjid.email}`])
    expect(await khateeb.client.call(getMasjidDetails, { masjidId: masjid.uid })).toMatchObject({
      askedForApproval: true,
    })
    expect((await list()).khateebs).toMatchObject([
      { uid: khateeb.uid, mark: null, askedAt: expect.any(String) },
    ])
    expect(await masjid.client.call(getNews, {})).toMatchObject([
      { kind: 'approval_asked', khateeb: { uid: khateeb.uid } },
    ])
    expect(await khateeb.client.call(exportData, {})).toMatchObject({
      approvalsAsked: [{ masjidName: masjid.name }],
    })
    await mark(masjid, khateeb, { mark: 'approved' })
    expect(await approvalLetters()).toEqual([
      `approval_asked to ${masjid.email}`,
      `approval_given to ${khateeb.email}`,
    ])
    expect(await khateeb.client.call(getNews, {})).toMatchObject([{ kind: 'approval_given' }])
    // The masjid has answered the khateeb’s request for approval, so the news about this request is gone.
    expect(await masjid.client.call(getNews, {})).toEqual([])
    await mark(masjid, khateeb, { mark: null })
    expect(await khateeb.client.call(getNews, {})).toEqual([])
    expect(await ask()).toEqual({ changed: false })
  })

  test('gets one letter about the approval that he asked for, even if he is approved twice and the masjid has no open slot', async () => {
    await setApprovedOnly(masjid)
    await ask()
    await masjid.client.call(removeSlot, slot)
    await mark(masjid, khateeb, { mark: 'approved' })
    // The news `approval_given` names an open slot. Without one, the khateeb gets the letter `khateeb_approved` instead.
    const told = () => queuedLetters(app.database, khateeb.email, 'khateeb_approved')
    expect(await told()).toMatchObject([{ name: khateeb.name, masjidUid: masjid.uid }])
    await mark(masjid, khateeb, { mark: null })
    await mark(masjid, khateeb, { mark: 'approved' })
    expect(await told()).toHaveLength(1)
    expect((await khateeb.client.call(exportData, {})).history.map((it) => it.event)).toContain(
      'khateeb_approved',
    )
  })

  test('gets one letter about an approval that he did not ask for, even if he is approved twice', async () => {
    await mark(masjid, khateeb, { mark: 'approved' })
    expect(await approvalLetters()).toEqual([`approval_given to ${khateeb.email}`])
    await mark(masjid, khateeb, { mark: null })
    await mark(masjid, khateeb, { mark: 'approved' })
    expect(await approvalLetters()).toEqual([`approval_given to ${khateeb.email}`])
  })

  test('gets no letter about his approval if he has blocked the masjid', async () => {
    await ask()
    await khateeb.client.call(blockAccount, { khateebUid: 'me', masjidUid: masjid.uid })
    await mark(masjid, khateeb, { mark: 'approved' })
    expect(await approvalLetters()).toEqual([`approval_asked to ${masjid.email}`])
    expect(JSON.stringify(await khateeb.client.call(exportData, {}))).not.toContain('khateeb_approved')
  })

  test('does not get a queued letter about his approval after the masjid has taken the approval back', async () => {
    await setApprovedOnly(masjid)
    await ask()
    await masjid.client.call(removeSlot, slot)
    await mark(masjid, khateeb, { mark: 'approved' })
    await mark(masjid, khateeb, { mark: null })
    const sent = await sendAndCollectLetters(app.database)
    expect(sent.map(({ kind }) => kind)).not.toContain('khateeb_approved')
  })

  test('gets no letter about an approval that he did not ask for if the masjid has no open slot', async () => {
    await setApprovedOnly(masjid)
    await masjid.client.call(removeSlot, slot)
    await mark(masjid, khateeb, { mark: 'approved' })
    expect(await queuedLetters(app.database, khateeb.email, 'khateeb_approved')).toEqual([])
  })

  test('cannot ask for approval at a masjid that takes all khateebs, or for a taken slot', async () => {
    const other = await newKhateeb(app.baseUrl)
    await setApprovedOnly(masjid, false)
    await expect(ask()).rejects.toMatchObject(conflict('approval_not_needed'))
    await confirmKhateeb(masjid, other, slot)
    await setApprovedOnly(masjid)
    await expect(ask()).rejects.toMatchObject(conflict('slot_taken'))
  })

  test('can ask even if he is marked as not wanted, but the masjid gets no letter', async () => {
    await mark(masjid, khateeb, { mark: 'not_wanted' })
    expect(await ask()).toEqual({ changed: true })
    expect(await approvalLetters()).toEqual([])
    expect(await khateeb.client.call(getMasjidDetails, { masjidId: masjid.uid })).toMatchObject({
      askedForApproval: true,
    })
  })

  test('gets no letter about his approval at a masjid that takes all khateebs', async () => {
    await setApprovedOnly(masjid, false)
    await mark(masjid, khateeb, { mark: 'approved' })
    expect(await approvalLetters()).toEqual([])
    expect((await khateeb.client.call(exportData, {})).history.map((it) => it.event)).toEqual([
      'account_created',
    ])
  })
})
