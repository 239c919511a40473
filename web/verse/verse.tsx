import { t } from '@lingui/core/macro'
import { useState } from 'react'
import { useAfterPaint } from '../ui/after-paint.ts'
import { StarDivider } from '../ui/star-divider.tsx'
import type { QuranVerse } from './fetch-verse.ts'

/** Shows a verse, and until it is loaded a greeting. The minimum height keeps the layout from moving when the verse appears. */
export function Verse() {
  const verse = useVerse()
  return (
    <figure className="mx-auto flex min-h-72 max-w-prose flex-col items-center gap-5 text-center">
      <StarDivider />
      {verse === undefined ? (
        <blockquote className="grid max-w-full grid-cols-1 gap-2">
          <p className="font-display text-2xl">{t`Salam`}</p>
          <p className="text-lg text-muted">{t`Peace`}</p>
        </blockquote>
      ) : (
        <>
          <blockquote className="grid max-w-full animate-appear grid-cols-1 gap-4">
            <p lang="ar" dir="rtl" className="font-verse text-2xl leading-[2.1]">
              {verse.arabic}
            </p>
            <p className="text-lg hyphens-auto [hyphenate-limit-chars:13_5_5]">{verse.english}</p>
          </blockquote>
          <figcaption className="animate-appear text-sm text-muted">
            <bdi>{verse.reference}</bdi> · <bdi>{verse.translator}</bdi>
          </figcaption>
        </>
      )}
    </figure>
  )
}

/** Loads a verse after the first paint. If the load fails, the greeting stays, and no error message appears. */
function useVerse(): QuranVerse | undefined {
  const [verse, setVerse] = useState<QuranVerse>()
  useAfterPaint(() => {
    const load = async () => {
      const { fetchVerse } = await import('./fetch-verse.ts')
      setVerse(await fetchVerse())
    }
    load().catch(() => undefined)
  })
  return verse
}
