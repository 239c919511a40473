import { getSession } from '../../contract/identity.ts'
import { checkForChanges, maxLookbackSeconds, maxWatchedUids } from '../../contract/live.ts'
import { call } from '../app/api-call.ts'
import { openDialogCount } from '../ui/open-dialogs.ts'

/** Seconds for which a change may be in progress before others see it. */
const commitTime = 2

/** Milliseconds without an event after which the connection counts as lost. The server sends one every 20 seconds. */
const silence = 45_000

/** Milliseconds: the average waits before the first and the last retry. */
const firstRetry = 4_000
const lastRetry = 60_000

/** Milliseconds in which several changes of what is watched count as one. */
const settleTime = 300

/** Consecutive failures after which the session may have ended. The browser doesn't tell the status of a refused stream. */
const failuresBeforeCheck = 2

/** Milliseconds after an answer within which the session has probably not ended. */
const aliveTime = 10_000

/** Whether a stream of this document was ever open. */
let wasEverOpen = false

/** The connection over which the server says that something has changed. */
export interface ChangeStream {
  /**
   * Hears of the public changes of these parties, too.
   * @param asOf the instant from which on no change may be missed, in milliseconds
   */
  readonly watch: (uids: readonly string[], asOf: number) => void
  readonly close: () => void
}

export interface ChangeCallbacks {
  readonly onChanged: () => void
  /** The session has ended. */
  readonly onSignedOut: () => void
}

/**
 * Opens a stream of changes of the signed-in user, and keeps it open. No change is missed since the instant that `asOf` returns when the
 * first connection opens: a new connection asks for the time since the last event.
 */
export function openChangeStream(
  asOf: () => number,
  { onChanged, onSignedOut }: ChangeCallbacks,
): ChangeStream {
  let source: EventSource | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let wanted: readonly string[] = []
  let heardUntil: number | undefined
  /** A stream that is refused although the session was just alive probably means that the server has too many. */
  const wasJustAlive = Date.now() - asOf() <= aliveTime
  let failures = 0

  function connect(): void {
    source?.close()
    heardUntil ??= asOf()
    const since = Math.ceil((Date.now() - heardUntil) / 1_000) + commitTime
    // The server doesn't look back any further.
    if (since > maxLookbackSeconds) onChanged()
    const seconds = Math.min(maxLookbackSeconds, Math.max(1, since))
    const about = wanted.length === 0 ? '' : `&about=${wanted.join()}`
    source = new EventSource(`${checkForChanges.path}?seconds=${seconds}${about}`)
    source.addEventListener('open', onOpen)
    source.addEventListener('alive', onEvent)
    source.addEventListener('message', () => {
      onEvent()
      onChanged()
    })
    source.addEventListener('error', retry)
    connectAfter(silence)
  }

  function onOpen(): void {
    wasEverOpen = true
    onEvent()
  }

  function onEvent(): void {
    failures = 0
    heardUntil = Date.now()
    connectAfter(silence)
  }

  function connectAfter(milliseconds: number): void {
    clearTimeout(timer)
    timer = setTimeout(connect, milliseconds)
  }

  /** Spreads the retries, since a server that stops ends all its streams at once. The browser's own retry would not. */
  function retry(): void {
    source?.close()
    const average = Math.min(lastRetry, firstRetry * 2 ** failures)
    failures += 1
    connectAfter(average * (0.25 + 1.5 * Math.random()))
    if ((wasEverOpen || !wasJustAlive) && failures >= failuresBeforeCheck) void checkSession()
  }

  async function checkSession(): Promise<void> {
    // In a dialog the user may be signing in again.
    if (openDialogCount() > 0) return
    const session = await call(getSession, {}).catch(() => undefined)
    if (session === null && openDialogCount() === 0) onSignedOut()
  }

  function onOnline(): void {
    failures = 0
    retry()
  }

  window.addEventListener('online', onOnline)
  connectAfter(0)
  return {
    watch(uids, neededFrom) {
      // A stream that also hears of parties of an earlier screen is not worth a new connection.
      if (uids.every((it) => wanted.includes(it))) return
      wanted = uids.slice(0, maxWatchedUids)
      heardUntil = Math.min(heardUntil ?? asOf(), neededFrom)
      failures = 0
      // An event of the old connection would delay the new one. The server looks back over the gap.
      source?.close()
      connectAfter(settleTime)
    },
    close() {
      window.removeEventListener('online', onOnline)
      clearTimeout(timer)
      source?.close()
    },
  }
}
