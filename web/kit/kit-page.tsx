import { useEffect, useState } from 'react'
import { MainContent } from '../app/main-content.tsx'
import { Button } from '../ui/button.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { Wordmark } from '../ui/wordmark.tsx'
import { KitActions } from './kit-actions.tsx'
import { KitDrawings } from './kit-drawings.tsx'
import { KitFields } from './kit-fields.tsx'
import { KitMessages } from './kit-messages.tsx'
import { KitSheets } from './kit-sheets.tsx'

const themes = ['system', 'light', 'dark'] as const
const directions = ['ltr', 'rtl'] as const

/** The component gallery: every component in every state. Only in development. */
export function Component() {
  const [theme, setTheme] = useState<(typeof themes)[number]>('system')
  const [direction, setDirection] = useState<(typeof directions)[number]>('ltr')
  useEffect(() => {
    const root = document.documentElement
    root.dir = direction
    if (theme === 'system') delete root.dataset['theme']
    else root.dataset['theme'] = theme
  }, [theme, direction])
  return (
    <MainContent>
      <PageHeader
        back={
          <span className="ms-4">
            <Wordmark />
          </span>
        }
        title="The kit"
        lead="Every component in every state, except hover and focus."
        actions={[...themes, ...directions].map((name) => (
          <Button
            key={name}
            variant={name === theme || name === direction ? 'primary' : 'secondary'}
            onClick={() => (name === 'ltr' || name === 'rtl' ? setDirection(name) : setTheme(name))}
          >
            {name}
          </Button>
        ))}
      />
      <div className="grid grid-cols-1 items-start gap-6 md:grid-cols-2">
        <div className="grid min-w-0 gap-6">
          <KitActions />
          <KitMessages />
          <KitSheets />
        </div>
        <div className="grid min-w-0 gap-6">
          <KitFields />
          <KitDrawings />
        </div>
      </div>
    </MainContent>
  )
}
