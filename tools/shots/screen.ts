import type { Page } from 'playwright-core'
import { type FailureCode, failures } from '../../contract/failures.ts'
import type { Fixtures } from './fixtures.ts'

/** The account that opens the screen. */
export type Viewer = Exclude<keyof Fixtures, 'url' | 'friday'> | 'signedOut'

/** A screen in one of its states. */
export interface Screen {
  readonly name: string
  readonly viewer: Viewer
  readonly path: string | ((fixtures: Fixtures) => string)
  /** Set-up before the screen opens, for example a call that never ends. */
  readonly before?: (page: Page) => Promise<unknown>
  /** Actions on the screen before the picture. */
  readonly act?: (page: Page) => Promise<unknown>
  /** Some calls never end, so don't wait for them. */
  readonly held?: boolean
}

type Fulfilled = Parameters<Page['route']>[0]

/** Makes calls never end. */
export function hold(...calls: Fulfilled[]) {
  return (page: Page): Promise<unknown> =>
    Promise.all(calls.map((it) => page.route(it, () => new Promise<void>(() => {}))))
}

/** Answers calls with an internal error (500). */
export function fail(...calls: Fulfilled[]) {
  const json = { error: 'Something went wrong on our side. Please try again.', code: 'internal' }
  return (page: Page): Promise<unknown> =>
    Promise.all(calls.map((it) => page.route(it, (route) => route.fulfill({ status: 500, json }))))
}

/** Answers a call with JSON. The headers may have the cursor of the next page. */
export function answer(call: Fulfilled, json: unknown, headers: Readonly<Record<string, string>> = {}) {
  return (page: Page): Promise<unknown> => page.route(call, (route) => route.fulfill({ json, headers }))
}

/** Answers a call with a failure of the contract. */
export function refuse(call: Fulfilled, code: FailureCode) {
  const { status, sentence: error } = failures[code]
  return (page: Page): Promise<unknown> =>
    page.route(call, (route) => route.fulfill({ status, json: { error, code } }))
}

/** Changes the server's answer to a call. The headers may have the cursor of the next page. */
export function alter<Answer>(
  call: Fulfilled,
  change: (answer: Answer) => Answer,
  headers: Readonly<Record<string, string>> = {},
) {
  return (page: Page): Promise<unknown> =>
    page.route(call, async (route) => {
      const response = await route.fetch()
      const answered: Answer = await response.json()
      await route.fulfill({
        response,
        headers: { ...response.headers(), ...headers },
        json: change(answered),
      })
    })
}

/** Clicks a button or link. */
export function press(name: string | RegExp, role: 'button' | 'link' = 'button') {
  return (page: Page): Promise<void> => page.getByRole(role, { name, exact: true }).first().click()
}

/** Combines steps into one that runs them in order. */
export function inTurn(...steps: ((page: Page) => Promise<unknown>)[]) {
  return async (page: Page): Promise<void> => {
    for (const step of steps) await step(page)
  }
}
