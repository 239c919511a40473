import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useState } from 'react'

/**
 * A part of a screen whose script loads after the first paint. The server renders it, and the browser shows that HTML until the
 * script has loaded. Until then it is inert, because React drops presses on a part that it has not hydrated.
 * @param fallback shown while the script loads if the server has not rendered the screen
 */
export function lazyPanel<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  fallback: ReactNode,
): ComponentType<Props> {
  let loaded: ComponentType<Props> | undefined
  // The server renders without waiting, so it loads the panel in advance.
  if (import.meta.env.SSR) void load().then((panel) => (loaded = panel))
  const LoadedLater: ComponentType<Props> = lazy(async () => ({ default: await load() }))
  return function LazyPanel(props) {
    const Panel = loaded ?? LoadedLater
    const [isReady, setIsReady] = useState(false)
    return (
      <div inert={!isReady}>
        <Suspense fallback={fallback}>
          <Panel {...props} />
          <AfterMount run={() => setIsReady(true)} />
        </Suspense>
      </div>
    )
  }
}

function AfterMount({ run }: { run: () => void }) {
  useEffect(run, [run])
  return null
}
