import { t } from '@lingui/core/macro'
import { useNavigation } from 'react-router'

/** A progress line at the top while the next screen loads; it appears after a short delay. */
export function NavigationProgress() {
  const { state } = useNavigation()
  return (
    state !== 'idle' && (
      <output
        aria-label={t`Loading…`}
        className="forced-edge fixed inset-x-0 top-0 z-30 block animate-late overflow-hidden"
      >
        <span className="forced-fill block h-1 w-1/3 animate-sweep bg-accent" />
      </output>
    )
  )
}
