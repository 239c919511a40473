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
  /** Runs before the screen opens, for example to make a call never end. */
  readonly before?: (page: Page) => Promise<unknown>
  /** Runs actions on the screen before the screenshot. */
  readonly act?: (page: Page) => Promise<unknown>
  /** Whether some calls never end. Then the screenshot does not wait for the end of all calls. */
  readonly held?: boolean
}

/** Returns a case for each state of a screen. `states` has each state by the name of its screenshot. */
export function statesOf(
  viewer: ScreenshotViewer,
  path: ScreenshotCase['path'],
  states: Readonly<Record<string, State>>,
): ScreenshotCase[] {
  return Object.entries(states).map(([name, state]) => ({ name, viewer, path, ...state }))
}

type CallPattern = Parameters<Page['route']>[0]

/** Leaves these calls without a response. */
export function neverRespond(...calls: CallPattern[]) {
  return (page: Page): Promise<unknown> =>
    Promise.all(calls.map((it) => page.route(it, () => new Promise<void>(() => {}))))
}

/** Returns the state of a screen whose first calls never end. */
export function loadingState(...calls: CallPattern[]): State {
  return { before: neverRespond(...calls), held: true }
}

/** Responds to the calls of an endpoint. The headers may have the cursor of a next page. */
export function mockResponse<Output>(
  { path }: Endpoint<unknown, unknown, Output>,
  json: Output,
  headers: Readonly<Record<string, string>> = {},
) {
  const calls = `**${path.replaceAll(/\{\w+\}/gu, '*')}*`
  return (page: Page): Promise<unknown> => page.route(calls, (route) => route.fulfill({ json, headers }))
}

/** Responds to calls with a failure that the contract declares. */
export function mockFailure(code: FailureCode, ...calls: CallPattern[]) {
  const { status, sentence: error } = failures[code]
  return (page: Page): Promise<unknown> =>
    Promise.all(
      calls.map((it) => page.route(it, (route) => route.fulfill({ status, json: { error, code } }))),
    )
}

/** Changes the server's response to a call. The headers may have the cursor of a next page. */
export function changeResponse<Body>(
  call: CallPattern,
  change: (body: Body) => Body,
  headers: Readonly<Record<string, string>> = {},
) {
  return (page: Page): Promise<unknown> =>
    page.route(call, async (route) => {
      const response = await route.fetch()
      const body: Body = await response.json()
      await route.fulfill({
        response,
        headers: { ...response.headers(), ...headers },
        json: change(body),
      })
    })
}

/** Returns a function that clicks a button or a link. */
export function click(name: string | RegExp, role: 'button' | 'link' = 'button') {
  return (page: Page): Promise<void> => page.getByRole(role, { name, exact: true }).first().click()
}

/** Combines steps into one step that runs them in order. */
export function runInOrder(...steps: ((page: Page) => Promise<unknown>)[]) {
  return async (page: Page): Promise<void> => {
    for (const step of steps) await step(page)
  }
}
