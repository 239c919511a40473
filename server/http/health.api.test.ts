import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../tests/runtime/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

test('/healthz and /readyz answer', async () => {
  const [alive, ready] = await Promise.all(['/healthz', '/readyz'].map((path) => fetch(app.baseUrl + path)))
  expect(await alive?.json()).toEqual({ status: 'ok' })
  expect(await ready?.json()).toEqual({ status: 'ready' })
})
