import {
  type ComponentType,
  lazy,
  memo,
  type ReactNode,
  Suspense,
  startTransition,
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { LoadFailureText } from './lazy-part.tsx'
import { useWasHydrated } from './use-is-hydrating.ts'

interface LazyPanelOptions<Props> {
  readonly load: () => Promise<ComponentType<Props>>
  /** On the server, the panel itself, because the server renders without waiting. Undefined in the browser. */
  readonly onServer: ComponentType<Props> | undefined
  /** Shown while the script loads, unless the server has rendered the screen. */
  readonly fallback: ReactNode
}

export interface PanelScript {
  /** Loads the script once. Never rejects. */
  readonly load: () => Promise<unknown>
  readonly isLoaded: () => boolean
}

/**
 * Creates a panel: a part of a screen whose script loads after the first paint. The server renders the panel, and the browser shows
 * this HTML until the script has loaded. Until then the panel is inert, because React drops presses on HTML that is not hydrated yet.
 */
export function lazyPanel<Props extends object>({
  load,
  onServer,
  fallback,
}: LazyPanelOptions<Props>): ComponentType<Props> & PanelScript {
  let loaded: ComponentType<Props> | undefined
  let loading: Promise<ComponentType<Props>> | undefined
  const loadOnce = () => {
    loading ??= load().then(
      (panel) => {
        loaded = panel
        return panel
      },
      // The rest of the screen works without the panel.
      () => LoadFailureText,
    )
    return loading
  }
  const LoadedLater: ComponentType<Props> = lazy(async () => ({ default: await loadOnce() }))
  // Memoized, because React discards the server's HTML if the component renders again before it is hydrated.
  const HydratedLater = memo(function HydratedLater({ onReady, panel }: HydratedLaterProps<Props>) {
    const [Panel] = useState(() => onServer ?? loaded ?? LoadedLater)
    return (
      <Suspense fallback={fallback}>
        <Panel {...panel} />
        <RunAfterMount run={onReady} />
      </Suspense>
    )
  })
  function LazyPanel(props: Props) {
    const isServed = useWasHydrated()
    // A panel that mounts in the browser with a loaded script is ready at once: its effects may focus one of its elements, which `inert`
    // would prevent.
    const [isReady, setIsReady] = useState(() => !isServed && loaded !== undefined)
    const [firstProps] = useState(props)
    const ref = useRef<HTMLDivElement>(null)
    const markReady = useCallback(() => {
      // Clears `inert` at once, not only at the next render, because the panel's effects may focus one of its elements before then.
      if (ref.current !== null) ref.current.inert = false
      // This is a transition, because otherwise rendering a large panel with its current props would block a slow phone.
      startTransition(() => setIsReady(true))
    }, [])
    return (
      <div ref={ref} inert={!isReady}>
        <HydratedLater panel={isReady ? props : firstProps} onReady={markReady} />
      </div>
    )
  }
  return Object.assign(LazyPanel, { load: loadOnce, isLoaded: () => loaded !== undefined })
}

/**
 * Loads the scripts of the panels, in parallel with the screen's data. Returns whether all loads have ended. Until then, the screen shows
 * its skeleton, so that nothing moves under the user's finger. Returns true at once on the server and during hydration.
 */
export function useArePanelsLoaded(...panels: readonly PanelScript[]): boolean {
  const isServed = useWasHydrated()
  const [areReady, setAreReady] = useState(() => isServed || panels.every((it) => it.isLoaded()))
  // Also loads panels that the screen does not show yet, so that they can appear at once later.
  const loadAll = useEffectEvent(() => Promise.all(panels.map((it) => it.load())))
  useEffect(() => void loadAll().then(() => setAreReady(true)), [])
  return areReady
}

interface HydratedLaterProps<Props> {
  readonly panel: Props
  readonly onReady: () => void
}

function RunAfterMount({ run }: { run: () => void }) {
  useLayoutEffect(run, [run])
  return null
}
