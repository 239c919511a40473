import { randomInt } from 'node:crypto'
import { cookiePair, postFromPage, setCookieHeader } from '../runtime/page-requests.ts'
import { password } from '../runtime/people.ts'
import { repeatUntilStopped } from './repeat-until-stopped.ts'

/** The call that a flood repeats. */
export interface FloodCall {
  readonly path: string
  /** A JSON body to POST. Without a body, the call is a GET. */
  readonly body?: object
  /** Returns the client address of each call. The server must trust 127.0.0.1 as its proxy. */
  readonly from: () => string
}

export interface Flood {
  /** Ends the flood. Returns the number of calls by status. */
  end(): Promise<Readonly<Record<number, number>>>
}

/** Returns a random address in a new IPv6 network (/64). */
export function addressInNewNetwork(): string {
  return `2001:db8:${randomInt(65_536).toString(16)}:${randomInt(65_536).toString(16)}::1`
}

async function callOnce(url: string, { path, body, from }: FloodCall): Promise<number> {
  const response = await fetch(url + path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': from() },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  await response.arrayBuffer()
  return response.status
}

/** Keeps `concurrency` calls in progress, without a pause. */
export function flood(url: string, concurrency: number, call: FloodCall): Flood {
  return repeatAndCount(() => callOnce(url, call), concurrency)
}

/** Repeats a call, with `concurrency` calls in progress. Counts the resulting statuses. */
export function repeatAndCount(call: () => Promise<number>, concurrency = 1): Flood {
  const statuses: Record<number, number> = {}
  const stop = repeatUntilStopped(async () => {
    const status = await call()
    statuses[status] = (statuses[status] ?? 0) + 1
  }, concurrency)
  return {
    async end() {
      await stop()
      return statuses
    },
  }
}

/** Milliseconds between two batches of calls. */
const interval = 10

/** Makes `perSecond` calls a second, without waiting for responses. */
export function floodAtRate(url: string, perSecond: number, call: FloodCall): Flood {
  const statuses: Record<number, number> = {}
  const calls = new Set<Promise<void>>()
  const begun = performance.now()
  let made = 0
  async function callAndCount(): Promise<void> {
    const status = await callOnce(url, call)
    statuses[status] = (statuses[status] ?? 0) + 1
  }
  const timer = setInterval(() => {
    const due = ((performance.now() - begun) / 1_000) * perSecond
    for (; made < due; made += 1) {
      const one = callAndCount()
      calls.add(one)
      void one.finally(() => calls.delete(one))
    }
  }, interval)
  return {
    async end() {
      clearInterval(timer)
      await Promise.all(calls)
      return statuses
    },
  }
}

/**
 * Signs in from a new network, with the headers that a browser sends.
 * @param cookie the browser's device cookie from its previous sign-in, empty at first
 * @returns the status, and the new device cookie
 */
export async function signInAs(
  url: string,
  email: string,
  cookie: string,
): Promise<{ readonly status: number; readonly cookie: string }> {
  const headers = { cookie, 'x-forwarded-for': addressInNewNetwork() }
  const response = await postFromPage(url, '/identity/sign_in', { email, password }, headers)
  await response.arrayBuffer()
  return { status: response.status, cookie: cookiePair(setCookieHeader(response, 'minbar-device')) || cookie }
}
