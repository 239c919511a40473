import type { Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { blockAccount } from '../../contract/blocks.ts'
import { runOperatorCommand } from '../../server/identity/operator-command.ts'
import { verses } from '../../server/verse/verses.ts'
import { openSite } from '../runtime/browser.ts'
import { newKhateeb, newMasjid, type TestAccount } from '../runtime/people.ts'
import { friday, fridayAfter, withdrawFrom } from '../runtime/slots.ts'
import { openScreen } from './every-screen.ts'
import { press } from './forms.ts'
import { holdRequests } from './hold-requests.ts'
import { newPairWithLongNames } from './named-pairs.ts'
import { layoutProblems } from './probes/layout.ts'
import { openPageForProbes, problemsOn, screenProblems } from './probes/screen-problems.ts'
import { selectSlot } from './sections.ts'

const site = await openSite()
const pair = await newPairWithLongNames(site.url)

/** Returns the distinct words of all verses. */
function wordsOf(part: 'arabic' | 'english' | 'reference'): string {
  return [...new Set(verses().flatMap((verse) => verse[part].split(' ')))].join(' ')
}

test('each word of each verse fits on a narrow screen', async () => {
  const verse = {
    uthmani_script: { verses: [{ text_uthmani: wordsOf('arabic'), verse_key: '1:1' }] },
    translation: { translations: [{ text: wordsOf('english'), resource_name: 'Saheeh International' }] },
    reference: wordsOf('reference'),
  }
  const page = await site.open()
  await page.route('**/random_ayah', (route) => route.fulfill({ json: verse }))
  await openScreen(page, '/')
  await page.locator('figure [lang=ar]').waitFor()
  expect(await layoutProblems(page)).toEqual([])
})

test('the open menu passes the layout and accessibility checks', async () => {
  const page = await openPageForProbes(site)
  await openScreen(page, '/login')
  await press(page, 'Menu')
  await page.getByRole('navigation').getByRole('link', { name: 'Masjid Sign Up' }).waitFor()
  expect(await screenProblems(page)).toEqual([])
})

test.each([
  ['/login', 'Login'],
  ['/khateeb-signup', 'Register'],
  ['/masjid-signup', 'Register'],
])(
  'the errors and toasts of the form on %s pass the layout and accessibility checks',
  async (address, submit) => {
    const page = await openPageForProbes(site)
    await openScreen(page, address)
    await page.getByRole('main').getByRole('button', { name: submit, exact: true }).click()
    await page.locator('[aria-invalid=true]').first().waitFor()
    await page.getByRole('alert').first().waitFor()
    expect(await screenProblems(page)).toEqual([])
  },
)

test('a screen passes the layout and accessibility checks while it sends a change', async () => {
  const page = await openPageForProbes(site, pair.masjid)
  await openScreen(page, '/masjid-landing')
  await holdRequests(page, '**/approve_request_full')
  await press(page, 'Approve')
  await page.locator('button[aria-busy=true]').waitFor()
  expect(await screenProblems(page)).toEqual([])
})

/**
 * Matches a false positive of the text-direction probe: the sentence about an empty list is left-to-right, so the distance in it is
 * readable.
 */
const distanceInSentence = /^text direction: No [a-z ]+ within \d+ miles\.( |$)/u

const probeWithEmptyLists = async (page: Page) =>
  (await screenProblems(page)).filter((problem) => !distanceInSentence.test(problem))

test.each([
  [
    'khateeb',
    () => newKhateeb(site.url, { zipCode: '96910' }),
    ['/dashboard', '/nearby-masjids', '/my-khutbahs', '/nearby-slots'],
  ],
  [
    'masjid',
    () => newMasjid(site.url, { zipCode: '99501' }),
    ['/masjid-landing', '/nearby-khateebs', '/archived-khutbahs', '/slot-history'],
  ],
] as const)(
  'the empty lists of a %s pass the layout and accessibility checks',
  async (_, newPerson, screens) => {
    const page = await openPageForProbes(site, await newPerson())
    expect(await problemsOn(page, screens, probeWithEmptyLists)).toEqual({})
  },
)

test('an archive of khutbahs passes the layout and accessibility checks', async () => {
  await site.setNow(`${fridayAfter(1)}T00:00:00Z`)
  const page = await openPageForProbes(site, pair.masjid)
  await openScreen(page, '/archived-khutbahs')
  await page.getByText(pair.khateeb.name).waitFor()
  expect(await screenProblems(page)).toEqual([])
  await site.setNow(null)
})

test('a khateeb’s past khutbahs pass the layout and accessibility checks', async () => {
  await site.setNow(`${fridayAfter(1)}T00:00:00Z`)
  const page = await openPageForProbes(site, pair.khateeb)
  await openScreen(page, '/my-khutbahs')
  await page.getByText(pair.masjid.name).waitFor()
  expect(await screenProblems(page)).toEqual([])
  await site.setNow(null)
})

test('slots under way pass the layout and accessibility checks on the khateeb’s and the masjid’s dashboards', async () => {
  await site.setNow(`${friday}T15:30:00Z`)
  for (const [who, screen] of [
    [pair.khateeb, '/dashboard'],
    [pair.masjid, '/masjid-landing'],
  ] as const) {
    const page = await openPageForProbes(site, who)
    await openScreen(page, screen)
    await page.getByRole('region', { name: 'Under Way' }).waitFor()
    expect(await screenProblems(page)).toEqual([])
  }
  await site.setNow(null)
})

test('slots that lost their khateeb pass the layout and accessibility checks', async () => {
  // This pair is far from the other pair, so that no list shows two khateebs with the same name.
  const { masjid, khateeb } = await newPairWithLongNames(site.url, '83702')
  const slot = { masjidUid: masjid.uid, khutbahDate: friday, khutbahTime: '10:00' }
  await withdrawFrom(khateeb, slot, 'A reason of several words.\n'.repeat(12).trim())
  const page = await openPageForProbes(site, masjid)
  await openScreen(page, '/masjid-landing')
  await page.getByRole('button', { name: 'Find a Khateeb' }).first().waitFor()
  expect(await screenProblems(page)).toEqual([])
})

/** Opens a screen as a person, waits for a text, and returns the problems of the screen. */
async function problemsOnceShown(person: TestAccount, screen: string, text: string): Promise<string[]> {
  const page = await openPageForProbes(site, person)
  await openScreen(page, screen)
  await page.getByRole('main').getByText(text, { exact: true }).first().waitFor()
  return probeWithEmptyLists(page)
}

test('the notices of a block pass the layout and accessibility checks on both sides', async () => {
  // This pair is far from the other pair, so that no list shows two khateebs with the same name.
  const { masjid, khateeb } = await newPairWithLongNames(site.url, '59101')
  const blocking = await newKhateeb(site.url)
  await masjid.client.call(blockAccount, { masjidUid: 'me', khateebUid: khateeb.uid })
  await blocking.client.call(blockAccount, { khateebUid: 'me', masjidUid: masjid.uid })
  const khutbah = `/khutbah/${friday}?masjid=${masjid.uid}`
  const problems = [
    ...(await problemsOnceShown(khateeb, khutbah, 'This masjid doesn’t accept requests from you.')),
    ...(await problemsOnceShown(blocking, khutbah, 'You have blocked this masjid.')),
    ...(await problemsOnceShown(blocking, `/masjid-details/${masjid.uid}`, 'You have blocked them')),
    ...(await problemsOnceShown(masjid, `/khateeb-details/${khateeb.uid}`, 'You have blocked them')),
    ...(await problemsOnceShown(masjid, '/account', khateeb.name)),
  ]
  expect(problems).toEqual([])
})

test.each([
  ['khateeb', 'masjid', '/masjid-landing', 'Khateeb suspended'],
  ['masjid', 'khateeb', '/dashboard', 'Masjid suspended'],
] as const)(
  'the notice about a suspended %s passes the layout and accessibility checks',
  async (role, other, screen, text) => {
    const suspend = async (on: boolean) => {
      await site.database.transaction((tx) => runOperatorCommand(tx, pair[role], { kind: 'suspend', on }))
    }
    await suspend(true)
    onTestFinished(() => suspend(false))
    expect(await problemsOnceShown(pair[other], screen, text)).toEqual([])
  },
)

test.each([
  ['khateeb', `/khutbah/${fridayAfter(1)}?masjid=${pair.masjid.uid}`, 'Request to Lead'],
  ['masjid', '/nearby-khateebs', 'Request This Khateeb'],
] as const)(
  'the notice about the unverified email of a %s passes the layout and accessibility checks',
  async (role, screen, button) => {
    const page = await openPageForProbes(site, pair[role])
    await page.route(/\/(add_khutbah_request|request_khateeb)$/u, (route) =>
      route.fulfill({ status: 429, json: { error: 'Refused.', code: 'email_unconfirmed' } }),
    )
    await openScreen(page, screen)
    if (role === 'masjid') await selectSlot(page, fridayAfter(1), '2:30 PM')
    await page.getByRole('button', { name: button }).first().click()
    await page.getByRole('main').getByText('Please confirm your email').waitFor()
    expect(await screenProblems(page)).toEqual([])
  },
)
