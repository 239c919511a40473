import type { Locator, Page } from 'playwright-core'
import { beforeEach, describe, expect, test } from 'vitest'
import { addMasjid, becomeKhateeb, getSession } from '../../contract/identity.ts'
import { getMyKhutbahs } from '../../contract/khutbahs.ts'
import { openSite } from '../runtime/browser.ts'
import { newKhateeb, newMasjid, password, type TestAccount } from '../runtime/people.ts'
import { queuedLetters } from '../runtime/queued-letters.ts'
import { confirmKhateeb, postSlot, type Slot, slotSeenBy } from '../runtime/slots.ts'
import { newMember, newOwner, type TestMember, teamSeenBy } from '../runtime/team.ts'
import { errorAt, fill, press } from './forms.ts'
import { openAs } from './pages.ts'
import { pressInDialog, readAndCloseToast } from './sections.ts'

const site = await openSite()
const app = { baseUrl: site.url, database: site.database }

let page: Page

/** Opens the dialog as a person. `uid` is the party that the person acts for, if not the first one. */
async function openDialog(person: TestAccount, uid?: string): Promise<Locator> {
  page = await openAs(site, person, uid === undefined ? '/account' : `/account?as=${uid}`)
  await press(page, 'Delete my account')
  return page.getByRole('alertdialog', { name: 'Delete your account?' })
}

const linesOf = (dialog: Locator) => dialog.getByRole('listitem').allInnerTexts()

async function deleteWithPassword(): Promise<void> {
  await fill(page, { 'Your password': password })
  await pressInDialog(page, 'Delete my account')
  await page.getByText('Your account is deleted.').waitFor()
}

const profileDeletedLine =
  'Your profile, your sign-in and your personal data will be deleted immediately and for good.'
const signInDeletedLine = 'Your sign-in and your personal data will be deleted immediately and for good.'
const khutbahsReopenedLine =
  'Your confirmed khutbahs will become open again, and the masjids will get an email.'
const historyKeptLine = 'Your past khutbahs stay in others’ history, without your name.'
const lastEmailLine = 'A last email confirms the deletion.'

const masjidDeletedLine = (name: string) =>
  `${name} will be deleted. Its upcoming khutbahs will be canceled, and the khateebs involved will get an email.`
const masjidLeftLine = (name: string) => `You’ll leave ${name}. The masjid and its khutbahs stay.`

test('deleting an account requires the password, and redirects to the home page, which shows a confirmation', async () => {
  const khateeb = await newKhateeb(site.url)
  const dialog = await openDialog(khateeb)
  await expect
    .poll(() => linesOf(dialog))
    .toEqual([profileDeletedLine, khutbahsReopenedLine, `${historyKeptLine} ${lastEmailLine}`])
  await pressInDialog(page, 'Delete my account')
  expect(await readAndCloseToast(page)).toBe('Password is required.')
  await fill(page, { 'Your password': 'not-the-password' })
  await pressInDialog(page, 'Delete my account')
  expect(await readAndCloseToast(page)).toBe('Failed to delete your account.')
  await expect.poll(() => errorAt(page, 'Your password')).toBe('This is not your password.')
  expect(await khateeb.client.call(getSession, {})).not.toBeNull()
  await deleteWithPassword()
  expect(new URL(page.url()).pathname).toBe('/')
  await page.getByRole('heading', { level: 1, name: 'Find Your Local Khateeb' }).waitFor()
  await page.goto('/account')
  await page.waitForURL('**/login?next=%2Faccount')
  await page.goto('/')
  await page.getByRole('heading', { level: 1, name: 'Find Your Local Khateeb' }).waitFor()
  await expect.poll(() => page.getByText('Your account is deleted.').count()).toBe(0)
})

test('the dialog tells the only member of a masjid that its khutbahs are canceled, and the deletion cancels them', async () => {
  const [masjid, khateeb] = [await newMasjid(site.url), await newKhateeb(site.url)]
  await confirmKhateeb(masjid, khateeb, await postSlot(masjid))
  const dialog = await openDialog(masjid)
  await expect
    .poll(() => linesOf(dialog))
    .toEqual([profileDeletedLine, masjidDeletedLine(masjid.name), `${historyKeptLine} ${lastEmailLine}`])
  await deleteWithPassword()
  expect(await khateeb.client.call(getMyKhutbahs, { khateebUid: 'me' })).toEqual([])
  expect(await queuedLetters(site.database, khateeb.email, 'masjid_left')).toHaveLength(1)
})

describe('in a masjid with several members', () => {
  let owner: TestMember
  let khateeb: TestAccount
  let slot: Slot

  beforeEach(async () => {
    owner = await newOwner(app)
    khateeb = await newKhateeb(site.url)
    slot = await postSlot(owner)
    await confirmKhateeb(owner, khateeb, slot)
  })

  test.each(['viewer', 'scheduler'] as const)(
    'the dialog tells a %s that the masjid stays, and the deletion keeps its khutbahs',
    async (role) => {
      const member = await newMember(app, owner, role)
      const dialog = await openDialog(member)
      await expect
        .poll(() => linesOf(dialog))
        .toEqual([signInDeletedLine, masjidLeftLine(owner.name), lastEmailLine])
      await deleteWithPassword()
      expect(await slotSeenBy(owner, slot)).toMatchObject({ khateebUid: khateeb.uid })
      expect(await teamSeenBy(owner)).toEqual([`owner ${owner.email}`])
      expect(await queuedLetters(site.database, khateeb.email, 'masjid_left')).toEqual([])
    },
  )

  test('the dialog tells a co-owner that the masjid stays and the other owners get an email', async () => {
    const other = await newMember(app, owner, 'owner')
    const dialog = await openDialog(owner)
    await expect
      .poll(() => linesOf(dialog))
      .toEqual([
        signInDeletedLine,
        `${masjidLeftLine(owner.name)} Its other owners will get an email.`,
        lastEmailLine,
      ])
    await deleteWithPassword()
    expect(await slotSeenBy(other, slot)).toMatchObject({ khateebUid: khateeb.uid })
    expect(await queuedLetters(site.database, other.email, 'owner_removed')).toHaveLength(1)
  })

  test('the dialog tells the only owner why the account can’t be deleted', async () => {
    await newMember(app, owner, 'scheduler')
    const dialog = await openDialog(owner)
    await dialog.getByText(`You are the only owner of ${owner.name}.`).waitFor()
    expect(await dialog.getByLabel('Your password').count()).toBe(0)
    await dialog.getByRole('button', { name: 'Close', exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
  })

  test('the dialog tells a member who is also a khateeb what happens to both accounts, whichever of them is in use', async () => {
    const member = await newMember(app, owner, 'scheduler')
    const { uid } = await member.client.call(becomeKhateeb, {
      firstName: 'Bilal',
      lastName: 'Rahman',
      phone: '(313) 555-0188',
      zipCode: '48126',
    })
    const lines = [
      profileDeletedLine,
      masjidLeftLine(owner.name),
      khutbahsReopenedLine,
      `${historyKeptLine} ${lastEmailLine}`,
    ]
    for (const acting of [member.uid, uid]) {
      const dialog = await openDialog(member, acting)
      await expect.poll(() => linesOf(dialog)).toEqual(lines)
    }
  })
})

test('the dialog tells a khateeb who is the only owner of a masjid why the account can’t be deleted', async () => {
  const khateeb = await newKhateeb(site.url)
  await khateeb.client.call(addMasjid, {
    masjidName: 'Masjid an-Nur',
    masjidAddress: '2 Oak Avenue',
    zipCode: '48126',
    phone: '(313) 555-0144',
    website: '',
  })
  const dialog = await openDialog(khateeb)
  await expect.poll(() => dialog.innerText()).toContain('You are the only owner of Masjid an-Nur.')
})
