import { t } from '@lingui/core/macro'
import { useState } from 'react'
import { paths } from '../../contract/screen-paths.ts'
import { useTitle } from '../app/title.ts'
import { buttonClass } from '../ui/button-class.ts'

/** Replaces a screen that throws or fails to load, for example because the network is down or an update has replaced its scripts. */
export function FailedScreen() {
  useTitle(t`This screen didn’t open`)
  const [state, setState] = useState<'idle' | 'checking' | 'offline'>('idle')
  const loadAgain = async () => {
    setState('checking')
    // Browsers cache a failed import for the document's lifetime, so only a reload helps. First check that the server responds, because
    // otherwise the browser's own error page would replace this screen.
    const response = await fetch(paths.home, { method: 'HEAD' }).catch(() => undefined)
    if (response?.ok) window.location.reload()
    else setState('offline')
  }
  return (
    <div className="mx-auto flex max-w-form flex-col items-start gap-4 py-10 md:py-16">
      <h1 className="font-display text-2xl font-semibold">{t`This screen didn’t open`}</h1>
      <p className="text-muted">
        {t`The connection may have dropped, or Minbar was updated while you were here. Reloading usually helps.`}
      </p>
      <div className="flex flex-wrap gap-3">
        <button
          type="button"
          className={buttonClass({ variant: 'primary' })}
          aria-busy={state === 'checking'}
          onClick={() => void loadAgain()}
        >
          {t`Reload`}
        </button>
        <a className={buttonClass({ variant: 'quiet' })} href={paths.home}>
          {t`Go to the Home Page`}
        </a>
      </div>
      <p role="alert" className="text-danger">
        {state === 'offline' && t`There is still no connection. Please try again in a moment.`}
      </p>
    </div>
  )
}
