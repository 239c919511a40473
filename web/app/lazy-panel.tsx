import { type ComponentType, lazy, memo, type ReactNode, Suspense, useEffect, useState } from 'react'
import { loadFailureSentence } from './failure-sentences.ts'

interface LazyPanelOptions<Props> {
  readonly load: () => Promise<ComponentType<Props>>
  /** The panel itself on the server, which renders without waiting; undefined in the browser. */
  readonly onServer: ComponentType<Props> | undefined
  /** Shown while the script loads if the server has not rendered the screen. */
  readonly fallback: ReactNode
}

/**
 * A part of a screen whose script loads after the first paint. The server renders it, and the browser shows that HTML until the
 * script has loaded. Until then it is inert, because React drops presses on a part that it has not hydrated.
 */
export function lazyPanel<Props extends object>({
  load,
  onServer,
  fallback,
}: LazyPanelOptions<Props>): ComponentType<Props> {
  const LoadedLater: ComponentType<Props> = lazy(() =>
    load().then(
      (panel) => ({ default: panel }),
      // The rest of the screen works without it.
      () => ({ default: LoadFailed }),
    ),
  )
  const Panel = onServer ?? LoadedLater
  // With equal props it must not render again: React would discard the HTML of a part that it has not hydrated.
  return memo<Props>(function LazyPanel(props) {
    const [isReady, setIsReady] = useState(false)
    return (
      <div inert={!isReady}>
        <Suspense fallback={fallback}>
          <Panel {...props} />
          <AfterMount run={() => setIsReady(true)} />
        </Suspense>
      </div>
    )
  })
}

function LoadFailed() {
  return <p className="text-muted">{loadFailureSentence()}</p>
}

function AfterMount({ run }: { run: () => void }) {
  useEffect(run, [run])
  return null
}
