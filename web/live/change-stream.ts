import { getSession } from '../../contract/identity.ts'
import { checkForChanges, maxLookbackSeconds, maxWatchedUids } from '../../contract/live.ts'
import { call } from '../app/api-call.ts'
import { openDialogCount } from '../ui/open-dialogs.ts'

/** In seconds. A change may become visible this much later than its recorded time, because its transaction must commit first. */
const commitTime = 2

/** In milliseconds. After this time without an event, the connection counts as lost. The server sends an event every 20 seconds. */
const maxSilence = 45_000

/** In milliseconds: the average wait before the first retry, and the longest average wait before later ones. */
const firstRetryWait = 4_000
const longestRetryWait = 60_000

/** In milliseconds. If `watch` is called several times within this time, the stream connects only once. */
const settleTime = 300

/**
 * The number of failures in a row after which the session is checked. Browsers don't tell a page the status of a refused stream, so only
 * this check shows whether the session has ended.
 */
const failuresBeforeCheck = 2

/**
 * In milliseconds. Within this time after a response, the session has probably not ended. If the server refuses a stream within this time,
 * the reason is probably that the server has too many streams.
 */
const sessionFreshTime = 30_000

/** Whether this document has ever had an open stream. If not, the server may have too many streams (see `sessionFreshTime`). */
let wasEverOpen = false

/** The connection over which the server reports that something has changed. */
export interface ChangeStream {
  /**
   * Also reports public changes of these parties.
   * @param asOf the instant since which no change may be missed, in epoch milliseconds
   */
  readonly watch: (uids: readonly string[], asOf: number) => void
  readonly close: () => void
}

export interface ChangeCallbacks {
  readonly onChanged: () => void
  /** Called when the session has ended. */
  readonly onSignedOut: () => void
}

/**
 * Opens a stream of changes that concern the signed-in user, and keeps it open. The first connection asks for all changes since the
 * instant that `asOf` returns, in epoch milliseconds. Each later connection asks for the changes since the last event. So no change is
 * missed.
 */
export function openChangeStream(
  asOf: () => number,
  { onChanged, onSignedOut }: ChangeCallbacks,
): ChangeStream {
  let source: EventSource | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let wanted: readonly string[] = []
  let receivedUntil: number | undefined
  let failures = 0

  function connect(): void {
    source?.close()
    receivedUntil ??= asOf()
    const since = Math.ceil((Date.now() - receivedUntil) / 1_000) + commitTime
    // The server can't look back so far, so assume a change.
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
    connectAfter(maxSilence)
  }

  function onOpen(): void {
    wasEverOpen = true
    onEvent()
  }

  function onEvent(): void {
    failures = 0
    receivedUntil = Date.now()
    connectAfter(maxSilence)
  }

  function connectAfter(milliseconds: number): void {
    clearTimeout(timer)
    timer = setTimeout(connect, milliseconds)
  }

  /**
   * Retries after a random wait. A server that stops ends all its streams at once, and the browsers' own retries would all come at the
   * same time.
   */
  function retry(): void {
    source?.close()
    const average = Math.min(longestRetryWait, firstRetryWait * 2 ** failures)
    failures += 1
    connectAfter(average * (0.25 + 1.5 * Math.random()))
    const isProbablyAlive = !wasEverOpen && Date.now() - asOf() <= sessionFreshTime
    if (failures >= failuresBeforeCheck && !isProbablyAlive) void checkSession()
  }

  async function checkSession(): Promise<void> {
    // Does nothing while a dialog is open, because the user may be signing in again.
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
      // The stream already covers these parties. It may also cover parties of an earlier screen, but that isn't worth a new connection.
      if (uids.every((it) => wanted.includes(it))) return
      wanted = uids.slice(0, maxWatchedUids)
      receivedUntil = Math.min(receivedUntil ?? asOf(), neededFrom)
      failures = 0
      // Closes the old connection, because an event on it would postpone the new connection. No change is missed, because the new one asks
      // for all changes since `receivedUntil`.
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
