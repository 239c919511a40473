import { type ComponentType, lazy, type ReactNode } from 'react'
import { networkFailureMessage } from './failure-message.ts'

/** Shown in the place of a part of a screen whose script has failed to load. */
export function LoadFailureText() {
  return <p className="text-muted">{networkFailureMessage()}</p>
}

/**
 * Creates a part of a screen whose script loads when the part is first rendered. If the script fails to load, the rest of the screen works
 * without the part: with `lazy` alone, React would replace the whole screen with an error. The part needs a `Suspense` around it.
 * @param whenFailed what to render instead of the part
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  whenFailed: () => ReactNode = LoadFailureText,
): ComponentType<Props> {
  return lazy(async () => ({ default: await load().catch((): ComponentType<Props> => whenFailed) }))
}
