/*
 * Runs on the documents of the signed in, before their scripts have come: makes the calls that the screen is going to
 * make. The build has written down which those are (tools/build/prerender.ts). A document waits for it, so it imports
 * nothing.
 */

{
  const { pattern = '', calls = '[]' } = document.currentScript?.dataset ?? {}
  const [session, byRole]: [string, Readonly<Record<string, readonly string[]>>] = JSON.parse(calls)
  const names = pattern.split('/')
  const values = location.pathname.split('/')
  const started = new Map<string, Promise<Response>>()
  // See app/started.ts.
  Object.assign(globalThis, { started })

  const start = (url: string, answer: Promise<Response>) => {
    started.set(url, answer)
    // Whoever takes it is told.
    answer.catch(() => undefined)
  }
  const startFor = (role = '') => {
    // What is sought or chosen only the screen can read.
    if (location.search !== '') return
    for (const call of byRole[role] ?? []) {
      const url = call.replaceAll(/%3A\w+/gu, (name) => values[names.indexOf(decodeURIComponent(name))] ?? '')
      start(url, fetch(url))
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
}
