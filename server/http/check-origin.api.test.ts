import { expect, test } from 'vitest'
import { startApp } from '../../tests/runtime/app.ts'
import { newKhateeb } from '../../tests/runtime/people.ts'

test('an https site refuses changes from an http origin of the same host', async () => {
  const app = await startApp({ env: { PUBLIC_URL: 'https://minbar.example' } })
  const { token } = await newKhateeb(app.baseUrl)
  const { host } = new URL(app.baseUrl)
  // For a cross-origin POST without a body, a browser sends no preflight. So only the server can refuse the call.
  const endSessions = async (origin: string) => {
    const response = await fetch(`${app.baseUrl}/identity/end_other_sessions`, {
      method: 'POST',
      headers: { origin, cookie: `__Host-minbar=${token}` },
    })
    return response.status
  }
  expect(await endSessions(`http://${host}`)).toBe(403)
  expect(await endSessions(`https://${host}`)).toBe(200)
})
