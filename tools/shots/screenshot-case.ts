import type { Page } from 'playwright-core'
import type { Endpoint } from '../../contract/endpoint.ts'
import { type FailureCode, failures } from '../../contract/failures.ts'
import type { Fixtures } from './fixtures.ts'

/** The account that opens the screen. */
export type ScreenshotViewer = Exclude<keyof Fixtures, 'url' | 'friday'> | 'signedOut'

/** A screen in one of its states. */
export interface ScreenshotCase extends State {
  readonly name: string
  readonly viewer: ScreenshotViewer
  readonly path: string | ((fixtures: Fixtures) => string)
}

interface State {
  /** Set-up before the screen opens, for example a call that never ends. */
  readonly before?: (page: Page) => Promise<unknown>
  /** Actions on the screen before the picture. */
  readonly act?: (page: Page) => Promise<unknown>
  /** Some calls never end, so don't wait for them. */
  readonly held?: boolean
}

/** The states of one screen, by the name of their pictures. */
export function statesOf(
  viewer: ScreenshotViewer,
  path: ScreenshotCase['path'],
  states: Readonly<Record<string, State>>,
): ScreenshotCase[] {
  return Object.entries(states).map(([name, state]) => ({ name, viewer, path, ...state }))
}

type Fulfilled = Parameters<Page['route']>[0]

/** Makes calls never end. */
export function neverRespond(...calls: Fulfilled[]) {
  return (page: Page): Promise<unknown> =>
    Promise.all(calls.map((it) => page.route(it, () => new Promise<void>(() => {}))))
}

/** The state of a screen whose first calls never end. */
export function loading(...calls: Fulfilled[]): State {
  return { before: neverRespond(...calls), held: true }
}

/** Answers the calls of an endpoint. The headers may have the cursor of the next page. */
export function mockResponse<Output>(
  { path }: Endpoint<unknown, unknown, Output>,
  json: Output,
  headers: Readonly<Record<string, string>> = {},
) {
  const calls = `**${path.replaceAll(/\{\w+\}/gu, '*')}*`
  return (page: Page): Promise<unknown> => page.route(calls, (route) => route.fulfill({ json, headers }))
}

/** Answers calls with a failure of the contract. */
export function mockFailure(code: FailureCode, ...calls: Fulfilled[]) {
  const { status, sentence: error } = failures[code]
  return (page: Page): Promise<unknown> =>
    Promise.all(
      calls.map((it) => page.route(it, (route) => route.fulfill({ status, json: { error, code } }))),
    )
}

/** Changes the server's answer to a call. The headers may have the cursor of the next page. */
export function changeResponse<Answer>(
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
export function click(name: string | RegExp, role: 'button' | 'link' = 'button') {
  return (page: Page): Promise<void> => page.getByRole(role, { name, exact: true }).first().click()
}

/** Combines steps into one that runs them in order. */
export function runInOrder(...steps: ((page: Page) => Promise<unknown>)[]) {
  return async (page: Page): Promise<void> => {
    for (const step of steps) await step(page)
  }
}
