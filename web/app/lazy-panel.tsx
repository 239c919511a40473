import {
  type ComponentType,
  lazy,
  memo,
  type ReactNode,
  Suspense,
  useCallback,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { networkFailureMessage } from './failure-message.ts'

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
  // Memoized, because React discards the HTML of a part that renders again before it is hydrated.
  const HydratedLater = memo(function HydratedLater({ onReady, panel }: HydratedLaterProps<Props>) {
    return (
      <Suspense fallback={fallback}>
        <Panel {...panel} />
        <AfterMount run={onReady} />
      </Suspense>
    )
  })
  return function LazyPanel(props) {
    const [isReady, setIsReady] = useState(false)
    const [firstProps] = useState(props)
    const ref = useRef<HTMLDivElement>(null)
    const markReady = useCallback(() => {
      // At once, because the panel's effects may focus a part of it.
      if (ref.current !== null) ref.current.inert = false
      setIsReady(true)
    }, [])
    return (
      <div ref={ref} inert={!isReady}>
        <HydratedLater panel={isReady ? props : firstProps} onReady={markReady} />
      </div>
    )
  }
}

interface HydratedLaterProps<Props> {
  readonly panel: Props
  readonly onReady: () => void
}

function LoadFailed() {
  return <p className="text-muted">{networkFailureMessage()}</p>
}

function AfterMount({ run }: { run: () => void }) {
  useLayoutEffect(run, [run])
  return null
}
