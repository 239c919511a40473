import { beforeEach, expect, test } from 'vitest'
import { changeMemberRole } from '../../contract/members.ts'
import { paths } from '../../contract/screen-paths.ts'
import { streamBounds } from '../../server/live/change-streams.ts'
import { openSite } from '../runtime/browser.ts'
import { password } from '../runtime/people.ts'
import { newMember, newOwner, type TestMember } from '../runtime/team.ts'
import { field, fill, press } from './forms.ts'
import { gotoUntilLive, openAs } from './pages.ts'
import { pressInDialog, readAndCloseToast } from './sections.ts'

const site = await openSite({}, { streamBounds })
const app = { baseUrl: site.url, database: site.database }
let owner: TestMember

beforeEach(async () => {
  owner = await newOwner(app)
})

test('when a viewer becomes a scheduler, their open dashboard shows the button Add New Khutbah', async () => {
  const viewer = await newMember(app, owner, 'viewer')
  const page = await openAs(site, viewer)
  await gotoUntilLive(page, paths.masjidLanding)
  await page.getByText('You can see this masjid’s khutbahs, but not change them.').waitFor()
  const { personId } = viewer
  await owner.client.call(changeMemberRole, { personId, memberRole: 'scheduler', password })
  await page.getByRole('button', { name: 'Add New Khutbah' }).waitFor()
  expect(await page.getByText('You can see this masjid’s khutbahs, but not change them.').count()).toBe(0)
})

test('after an owner hands the masjid over and stays a member, the masjid’s profile is read-only without a reload', async () => {
  await newMember(app, owner, 'scheduler')
  const page = await openAs(site, owner)
  await page.route('**/changes?*', (route) => route.abort())
  await page.goto(paths.members)
  await press(page, 'Hand Over the Masjid')
  await fill(page, { 'Your password': password })
  await pressInDialog(page, 'Hand Over')
  expect(await readAndCloseToast(page)).toBe('The masjid is handed over.')
  await page.getByRole('link', { name: 'Dashboard', exact: true }).click()
  await page.getByRole('link', { name: 'Masjid Profile' }).click()
  await page.getByText('Only an owner can change this profile.').waitFor()
})

test('the profile of a masjid shows a former owner what is saved, not the owner’s unsaved changes', async () => {
  const colleague = await newMember(app, owner, 'owner')
  const page = await openAs(site, owner)
  await gotoUntilLive(page, paths.aboutMe)
  await fill(page, { 'Masjid address': '99 Wrong Street' })
  const { personId } = owner
  await colleague.client.call(changeMemberRole, { personId, memberRole: 'scheduler', password })
  await page.getByText('Only an owner can change this profile.').waitFor()
  await expect.poll(() => field(page, 'Masjid address').inputValue()).toBe('1 Main Street')
  await gotoUntilLive(page, paths.aboutMe)
  await page.getByText('Only an owner can change this profile.').waitFor()
  await expect.poll(() => field(page, 'Masjid address').inputValue()).toBe('1 Main Street')
  expect(await page.getByText('Not saved yet').count()).toBe(0)

  await colleague.client.call(changeMemberRole, { personId, memberRole: 'owner', password })
  await page.getByText('Only an owner can change this profile.').waitFor({ state: 'detached' })
  await expect.poll(() => field(page, 'Masjid address').inputValue()).toBe('99 Wrong Street')
})
