import { t } from '@lingui/core/macro'
import { buttonClass } from '../ui/button-class.ts'
import { Wordmark } from '../ui/wordmark.tsx'
import { mainId } from './main-part.tsx'

/** When a screen breaks, or can't be loaded (the network is away, or a new version replaced it meanwhile). */
export function RootError() {
  return (
    <main
      id={mainId}
      className="mx-auto flex min-h-dvh max-w-form flex-col items-start justify-center gap-4 px-gutter"
    >
      <Wordmark />
      <h1 className="font-display text-2xl font-semibold">{t`This screen didn't open`}</h1>
      <p className="text-muted">
        {t`The connection may have dropped, or Minbar was updated while you were here. Loading it again usually helps.`}
      </p>
      <div className="flex flex-wrap gap-3">
        <button type="button" className={buttonClass('primary')} onClick={() => window.location.reload()}>
          {t`Load again`}
        </button>
        <a className={buttonClass('quiet')} href="/">
          {t`Go to the home page`}
        </a>
      </div>
    </main>
  )
}
