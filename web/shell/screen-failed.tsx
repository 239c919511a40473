import { t } from '@lingui/core/macro'
import { useState } from 'react'
import { paths } from '../app/paths.ts'
import { useTitle } from '../app/title.ts'
import { buttonClass } from '../ui/button-class.ts'

/** In place of a screen that breaks, or can't be loaded (the network is away, or a new version replaced it meanwhile). */
export function ScreenFailed() {
  useTitle(t`This screen didn’t open`)
  const [state, setState] = useState<'told' | 'asking' | 'away'>('told')
  const loadAgain = async () => {
    setState('asking')
    // A browser remembers that a script couldn't be had, so that only a new document helps. It is asked for only when
    // somebody is there to send it: else the browser's own error would take the place of everything.
    const isThere = await fetch(paths.home, { method: 'HEAD' }).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isThere) window.location.reload()
    else setState('away')
  }
  return (
    <div className="mx-auto flex max-w-form flex-col items-start gap-4 py-10 md:py-16">
      <h1 className="font-display text-2xl font-semibold">{t`This screen didn’t open`}</h1>
      <p className="text-muted">
        {t`The connection may have dropped, or Minbar was updated while you were here. Loading it again usually helps.`}
      </p>
      <div className="flex flex-wrap gap-3">
        <button
          type="button"
          className={buttonClass('primary')}
          aria-busy={state === 'asking'}
          onClick={() => void loadAgain()}
        >
          {t`Load again`}
        </button>
        <a className={buttonClass('quiet')} href={paths.home}>
          {t`Go to the home page`}
        </a>
      </div>
      <p role="alert" className="text-danger">
        {state === 'away' && t`There is still no connection. Please try again in a moment.`}
      </p>
    </div>
  )
}
