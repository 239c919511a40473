import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { signIn } from '../../contract/identity.ts'
import { clientOf } from '../runtime/app.ts'
import { openSite } from '../runtime/browser.ts'
import { newKhateeb, password } from '../runtime/people.ts'
import { fill, press } from './forms.ts'
import { nextToast } from './sections.ts'

const site = await openSite({ LIMIT_SIGN_IN: '3/300', LIMIT_SIGN_IN_ACCOUNT: '5/600' })

async function logIn(page: Page, email: string): Promise<void> {
  await page.goto('/login')
  await fill(page, { 'E-mail': email, Password: password })
  await press(page, 'Login')
}

test('an account under attack can still be signed in to from its known browser, but from no other', async () => {
  const { email } = await newKhateeb(site.url)
  const [own, another] = [await site.open(), await site.open()]
  await logIn(own, email)
  await own.waitForURL('**/dashboard')
  await own.getByRole('button', { name: 'Logout' }).click()
  await own.waitForURL('**/login')

  const guess = () => clientOf(site.url).call(signIn, { email, password: 'guess' })
  const answers: unknown[] = []
  for (let time = 0; time < 6; time += 1) answers.push(await guess().catch((error) => error.code))
  expect(new Set(answers)).toEqual(new Set(['wrong_credentials', 'too_many_requests']))
  expect(answers.at(-1)).toBe('too_many_requests')

  await logIn(another, email)
  expect(await nextToast(another)).toBe(
    'Failed to sign in. Please check your credentials and try again.\n' +
      'Too many tries. Please wait a little and try again.',
  )
  await logIn(own, email)
  await own.waitForURL('**/dashboard')
})
