import { type ChangeCallbacks, type ChangeStream, openChangeStream } from './change-stream.ts'

/** The name of the lock and of the channel. */
const name = 'minbar-changes'

type Message =
  /** From the tab that holds the connection. */
  | { readonly kind: 'changed' }
  | { readonly kind: 'who is there' }
  /** From the others. */
  | {
      readonly kind: 'shown'
      readonly tab: string
      /** The parties that its screen is about. */
      readonly uids: readonly string[]
      /** The instant of its oldest answer, in milliseconds. */
      readonly asOf: number
    }

const nothing: readonly string[] = []

export interface SharedChangeStream {
  /** Sets the parties on the screen. Their public changes also refresh it. */
  readonly show: (uids: readonly string[]) => void
  readonly stop: () => void
}

/**
 * Calls `onChanged` after each change since `asOf`, the instant of the screen's oldest answer, while this tab is visible. The tabs of a browser share one connection: that of the visible tab
 * which holds the lock. It tells the others. A browser has no locks over plain HTTP; each visible tab then has its own connection.
 */
export function shareChangeStream(
  asOf: () => number,
  { onChanged, onSignedOut }: ChangeCallbacks,
): SharedChangeStream {
  const tab = crypto.getRandomValues(new Uint32Array(2)).join()
  const channel = new BroadcastChannel(name)
  const others = new Map<string, readonly string[]>()
  let shown = nothing
  let stream: ChangeStream | undefined
  let changedAt = Number.NEGATIVE_INFINITY
  let joined: AbortController | undefined

  const post = (message: Message) => channel.postMessage(message)
  const announce = (uids: readonly string[]) => post({ kind: 'shown', tab, uids, asOf: asOf() })
  const watchAll = (neededFrom: number) =>
    stream?.watch([...new Set([...shown, ...[...others.values()].flat()])], neededFrom)

  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    if (data.kind === 'changed') onChanged()
    else if (data.kind === 'who is there') announce(isVisible() ? shown : nothing)
    else {
      others.set(data.tab, data.uids)
      watchAll(data.asOf)
      // That tab may have loaded its data before the last change and started to listen after it. Then it missed the change.
      if (stream !== undefined && changedAt >= data.asOf) post({ kind: 'changed' })
    }
  })

  /** Holds the connection until `signal` is aborted. */
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
    // Rejects when this tab is hidden before it gets the lock.
    navigator.locks.request(name, { signal }, () => connectUntil(signal)).catch(() => undefined)
  }

  /** Leaves the connection to a visible tab. */
  function leave(): void {
    joined?.abort()
    joined = undefined
    announce(nothing)
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
