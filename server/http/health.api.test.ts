import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../tests/runtime/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

test('says that it lives and that its database answers', async () => {
  const [alive, ready] = await Promise.all(['/healthz', '/readyz'].map((path) => fetch(app.baseUrl + path)))
  expect(await alive?.json()).toEqual({ status: 'ok' })
  expect(await ready?.json()).toEqual({ status: 'ready' })
})

test('shows its metrics on this machine, and to nobody behind a proxy', async () => {
  await fetch(`${app.baseUrl}/random_ayah`)
  const own = await (await fetch(`${app.baseUrl}/metrics`)).text()
  expect(own).toContain('minbar_call_seconds_count{route="/random_ayah",method="GET",status="200"} 1')
  expect(own).toContain('minbar_letters_waiting 0')
  const passedOn = await fetch(`${app.baseUrl}/metrics`, { headers: { 'x-forwarded-for': '203.0.113.7' } })
  expect(passedOn.status).toBe(404)
})
