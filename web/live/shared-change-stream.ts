import { type ChangeCallbacks, type ChangeStream, openChangeStream } from './change-stream.ts'

/** The name of the Web Lock and of the BroadcastChannel. */
const lockAndChannelName = 'minbar-changes'

type Message =
  /** Sent by the tab that has the connection. */
  | { readonly kind: 'changed' }
  /** Sent by the tab that has just opened the connection. The other tabs answer with `shown`. */
  | { readonly kind: 'who is there' }
  /**
   * Sent by each tab when it is shown or hidden, when its screen changes, and as the response to `who is there`. A hidden tab sends no
   * uids.
   */
  | {
      readonly kind: 'shown'
      readonly tab: string
      /** The parties on the tab's screen. */
      readonly uids: readonly string[]
      /** The instant of the oldest response on the tab's screen, in epoch milliseconds. */
      readonly asOf: number
    }

const noUids: readonly string[] = []

export interface SharedChangeStream {
  /** Sets the parties on the screen. Their public changes also refresh it. */
  readonly show: (uids: readonly string[]) => void
  readonly stop: () => void
}

/**
 * Calls `onChanged` after each change, while this tab is visible. Misses no change since the instant of the screen's oldest response, which
 * `asOf` returns. The tabs of a browser share one connection: one visible tab holds the Web Lock and the connection, and reports changes to
 * the other tabs. Over plain HTTP, a browser has no Web Locks, so each visible tab has its own connection.
 */
export function shareChangeStream(
  asOf: () => number,
  { onChanged, onSignedOut }: ChangeCallbacks,
): SharedChangeStream {
  const tab = crypto.getRandomValues(new Uint32Array(2)).join()
  const channel = new BroadcastChannel(lockAndChannelName)
  const others = new Map<string, readonly string[]>()
  let shown = noUids
  let stream: ChangeStream | undefined
  let changedAt = Number.NEGATIVE_INFINITY
  let joined: AbortController | undefined

  const post = (message: Message) => channel.postMessage(message)
  const announce = (uids: readonly string[]) => post({ kind: 'shown', tab, uids, asOf: asOf() })
  const watchAll = (neededFrom: number) =>
    stream?.watch([...new Set([...shown, ...[...others.values()].flat()])], neededFrom)

  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    if (data.kind === 'changed') onChanged()
    else if (data.kind === 'who is there') announce(isVisible() ? shown : noUids)
    else {
      others.set(data.tab, data.uids)
      watchAll(data.asOf)
      // The other tab may have loaded its data before the last change, and started to listen after it. Then the tab has missed the change.
      if (stream !== undefined && changedAt >= data.asOf) post({ kind: 'changed' })
    }
  })

  /** Opens the connection, and keeps it until `signal` is aborted. Then resolves, which releases the lock. */
  function connectUntil(signal: AbortSignal): Promise<void> {
    if (signal.aborted) return Promise.resolve()
    stream = openChangeStream(asOf, {
      onChanged: () => {
        changedAt = Date.now()
        post({ kind: 'changed' })
        onChanged()
      },
      onSignedOut,
    })
    others.clear()
    watchAll(asOf())
    post({ kind: 'who is there' })
    return new Promise((resolve) => {
      signal.addEventListener('abort', () => {
        stream?.close()
        stream = undefined
        resolve()
      })
    })
  }

  function join(): void {
    joined ??= new AbortController()
    const { signal } = joined
    announce(shown)
    if (!('locks' in navigator)) return void connectUntil(signal)
    // The request rejects if this tab is hidden before it gets the lock.
    navigator.locks.request(lockAndChannelName, { signal }, () => connectUntil(signal)).catch(() => undefined)
  }

  /** Gives up the lock and the connection, so that a visible tab can take them over. */
  function leave(): void {
    joined?.abort()
    joined = undefined
    announce(noUids)
  }

  const onVisibility = () => {
    if (!isVisible()) leave()
    else if (joined === undefined) join()
  }
  document.addEventListener('visibilitychange', onVisibility)
  onVisibility()
  return {
    show(next) {
      shown = next
      if (isVisible()) announce(shown)
      watchAll(asOf())
    },
    stop() {
      document.removeEventListener('visibilitychange', onVisibility)
      leave()
      channel.close()
    },
  }
}

function isVisible(): boolean {
  return document.visibilityState === 'visible'
}
