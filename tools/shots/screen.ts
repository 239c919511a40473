import type { Page } from 'playwright-core'
import { type FailureCode, failures } from '../../contract/failures.ts'
import type { Fixtures } from './fixtures.ts'

/** Who looks. */
export type Viewer = Exclude<keyof Fixtures, 'url' | 'friday'> | 'signedOut'

/** A screen in one of its states, as somebody sees it. */
export interface Screen {
  readonly name: string
  readonly viewer: Viewer
  readonly path: string | ((fixtures: Fixtures) => string)
  /** What is set up before it opens, e.g. a call that is held. */
  readonly before?: (page: Page) => Promise<unknown>
  /** What is done on it before the picture is taken. */
  readonly act?: (page: Page) => Promise<unknown>
  /** Some of its calls never end, so nobody waits for them. */
  readonly held?: boolean
}

type Fulfilled = Parameters<Page['route']>[0]

/** Keeps calls from ending. */
export function hold(...calls: Fulfilled[]) {
  return (page: Page): Promise<unknown> =>
    Promise.all(calls.map((it) => page.route(it, () => new Promise<void>(() => {}))))
}

/** Answers calls as a server that is in trouble. */
export function fail(...calls: Fulfilled[]) {
  const json = { error: 'Something went wrong on our side. Please try again.', code: 'internal' }
  return (page: Page): Promise<unknown> =>
    Promise.all(calls.map((it) => page.route(it, (route) => route.fulfill({ status: 500, json }))))
}

/** Answers a call with this; the headers tell where the next page begins. */
export function answer(call: Fulfilled, json: unknown, headers: Readonly<Record<string, string>> = {}) {
  return (page: Page): Promise<unknown> => page.route(call, (route) => route.fulfill({ json, headers }))
}

/** Refuses a call with one of the contract's failures. */
export function refuse(call: Fulfilled, code: FailureCode) {
  const { status, sentence: error } = failures[code]
  return (page: Page): Promise<unknown> =>
    page.route(call, (route) => route.fulfill({ status, json: { error, code } }))
}

/** Changes what the server answers a call with; the headers tell where the next page begins. */
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

/** Presses a button or link by its name. */
export function press(name: string | RegExp, role: 'button' | 'link' = 'button') {
  return (page: Page): Promise<void> => page.getByRole(role, { name, exact: true }).first().click()
}

/** One after the other. */
export function inTurn(...steps: ((page: Page) => Promise<unknown>)[]) {
  return async (page: Page): Promise<void> => {
    for (const step of steps) await step(page)
  }
}
