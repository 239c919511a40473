import { expect, test } from 'vitest'
import { startApp } from '../../tests/runtime/app.ts'
import { newKhateeb } from '../../tests/runtime/people.ts'

test('where the site is https, a page that came without is of another site, whatever its host', async () => {
  const app = await startApp({ env: { PUBLIC_URL: 'https://minbar.example' } })
  const { token } = await newKhateeb(app.baseUrl)
  const { host } = new URL(app.baseUrl)
  // Without a body there is nothing that a browser would ask about first.
  const endSessions = async (origin: string) => {
    const answer = await fetch(`${app.baseUrl}/identity/end_other_sessions`, {
      method: 'POST',
      headers: { origin, cookie: `__Host-minbar=${token}` },
    })
    return answer.status
  }
  expect(await endSessions(`http://${host}`)).toBe(403)
  expect(await endSessions(`https://${host}`)).toBe(200)
  await app.stop()
})
