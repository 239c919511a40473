import { type ChangeStream, openChangeStream } from './change-stream.ts'

/** The name of the lock and of the channel. */
const name = 'minbar-changes'

/** What a tab shows. */
interface Shown {
  /** The parties that its screen is about. */
  readonly uids: readonly string[]
  /** The instant of its oldest answer, in milliseconds. */
  readonly asOf: number
}

type Message =
  /** From the tab that holds the connection. */
  | { readonly kind: 'changed' }
  | { readonly kind: 'who is there' }
  /** From the others. */
  | ({ readonly kind: 'shown'; readonly tab: string } & Shown)

const nothing: readonly string[] = []

export interface SharedChanges {
  readonly show: (shown: Shown) => void
  readonly stop: () => void
}

/**
 * Calls `onChanged` after each change, while this tab is visible. The tabs of a browser share one connection: that of the visible tab
 * which holds the lock. It tells the others. A browser has no locks over plain HTTP; each visible tab then has its own connection.
 */
export function shareChanges(initially: Shown, onChanged: () => void): SharedChanges {
  const tab = crypto.getRandomValues(new Uint32Array(2)).join()
  const channel = new BroadcastChannel(name)
  const others = new Map<string, readonly string[]>()
  let shown = initially
  let stream: ChangeStream | undefined
  let changedAt = Number.NEGATIVE_INFINITY
  let joined: AbortController | undefined

  const post = (message: Message) => channel.postMessage(message)
  const announce = (uids: readonly string[]) => post({ kind: 'shown', tab, uids, asOf: shown.asOf })
  const watchAll = (asOf: number) =>
    stream?.watch([...new Set([...shown.uids, ...[...others.values()].flat()])], asOf)

  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    if (data.kind === 'changed') onChanged()
    else if (data.kind === 'who is there') announce(isVisible() ? shown.uids : nothing)
    else {
      others.set(data.tab, data.uids)
      watchAll(data.asOf)
      // That tab may have loaded its data before the change, and its script after it.
      if (stream !== undefined && changedAt >= data.asOf) post({ kind: 'changed' })
    }
  })

  /** Holds the connection until `signal` is aborted. */
  function connectUntil(signal: AbortSignal): Promise<void> {
    if (signal.aborted) return Promise.resolve()
    stream = openChangeStream(shown.asOf, () => {
      changedAt = Date.now()
      post({ kind: 'changed' })
      onChanged()
    })
    others.clear()
    watchAll(shown.asOf)
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
    announce(shown.uids)
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
      if (isVisible()) announce(shown.uids)
      watchAll(shown.asOf)
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
