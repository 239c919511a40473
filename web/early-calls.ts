/*
 * Runs on the documents of the signed in, before their scripts have come: makes the calls that the screen is going to
 * make. A document waits for it, so it imports next to nothing.
 */
import { type FirstCalls, firstCallsAt } from '../contract/first-calls.ts'

{
  const calls: FirstCalls = JSON.parse(document.currentScript?.dataset['calls'] ?? '')
  const started = new Map<string, Promise<Response>>()
  // See app/started.ts.
  Object.assign(globalThis, { started })

  const start = (call: string, answer: Promise<Response>) => {
    started.set(call, answer)
    // Whoever takes it is told.
    answer.catch(() => undefined)
  }
  const startFor = (role?: string) => {
    if (role !== 'khateeb' && role !== 'masjid') return
    for (const [url, body] of firstCallsAt(calls, location.pathname + location.search, role) ?? []) {
      const headers = { 'content-type': 'application/json' }
      start(url + (body ?? ''), fetch(url, body === undefined ? {} : { method: 'POST', headers, body }))
    }
  }

  const { lastRole } = document.documentElement.dataset
  const whoIsThere = async () => {
    const answer = await fetch(calls.session)
    if (lastRole === undefined && answer.ok) startFor((await answer.clone().json())?.role)
    return answer
  }
  start(calls.session, whoIsThere())
  startFor(lastRole)
  // A browser takes long to write its first date, and nothing else is to be done before the scripts have come.
  new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeZone: 'UTC' }).format()
}
