/*
 * Runs on the documents of the signed in, before their scripts have come: makes the calls that the screen is going to
 * make. The build has written down which those are (tools/build/prerender.ts). A document waits for it, so it imports
 * nothing.
 */

{
  const { pattern = '', calls = '[]' } = document.currentScript?.dataset ?? {}
  /** The URL of who is there; by role the URLs of what else is needed, and the body where it is read by POST. */
  const [session, byRole]: [string, Readonly<Record<string, readonly (readonly [string, string?])[]>>] =
    JSON.parse(calls)
  const names = pattern.split('/')
  const values = location.pathname.split('/')
  const started = new Map<string, Promise<Response>>()
  // See app/started.ts.
  Object.assign(globalThis, { started })

  const start = (call: string, answer: Promise<Response>) => {
    started.set(call, answer)
    // Whoever takes it is told.
    answer.catch(() => undefined)
  }
  const startFor = (role = '') => {
    // What is sought or chosen only the screen can read.
    if (location.search !== '') return
    for (const [address, body] of byRole[role] ?? []) {
      const url = address.replaceAll(
        /%3A\w+/gu,
        (name) => values[names.indexOf(decodeURIComponent(name))] ?? '',
      )
      const headers = { 'content-type': 'application/json' }
      start(url + (body ?? ''), fetch(url, body === undefined ? {} : { method: 'POST', headers, body }))
    }
  }

  const { lastRole } = document.documentElement.dataset
  const whoIsThere = async () => {
    const answer = await fetch(session)
    if (lastRole === undefined && answer.ok) startFor((await answer.clone().json())?.role)
    return answer
  }
  start(session, whoIsThere())
  startFor(lastRole)
  // A browser takes long to write its first date, and nothing else is to be done before the scripts have come.
  new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeZone: 'UTC' }).format()
}
