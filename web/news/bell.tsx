import { t } from '@lingui/core/macro'
import { I18nProvider } from '@lingui/react'
import { useQuery } from '@tanstack/react-query'
import { Bell as BellIcon } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { lingui } from '../app/i18n.ts'
import { useSession } from '../app/session.ts'
import { messages } from '../words/news.en.po'
import { NewsList } from './news-list.tsx'
import { unreadCountQuery } from './news-queries.ts'

lingui.load('en', messages)

/** The bell in the top bar. Shows the number of unread news, and opens the list of news. */
export function Bell() {
  const { role } = useSession()
  const id = useId()
  const list = useRef<HTMLElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  const { data } = useQuery(unreadCountQuery)
  const count = data?.count ?? 0
  const shown = count > 99 ? '99+' : String(count)
  return (
    // `Trans` in the list of news needs this context. The context of the frame is only around the screen, not around the bar.
    <I18nProvider i18n={lingui}>
      <button
        type="button"
        popoverTarget={id}
        aria-label={count === 0 ? t`News` : t`News, ${shown} unread`}
        className="relative grid size-control [anchor-name:--bell] place-items-center rounded-control text-muted hover:bg-accent-soft hover:text-accent-strong"
      >
        <BellIcon className="size-5" />
        {count > 0 && (
          <span
            aria-hidden="true"
            className="forced-fill absolute end-0 top-0 min-w-5 rounded-full bg-accent px-1 text-center text-xs leading-5 font-medium text-on-accent"
          >
            {shown}
          </span>
        )}
      </button>
      <section
        id={id}
        ref={list}
        popover="auto"
        aria-label={t`News`}
        onToggle={({ newState }) => setIsOpen(newState === 'open')}
        className="fixed inset-x-4 top-16 bottom-auto m-0 max-h-[75dvh] w-auto overflow-y-auto rounded-card border border-line bg-surface p-sheet text-ink shadow-raised md:start-auto md:end-[calc(max(0px,(100vw-var(--container-page))/2)+2rem)] md:w-104 md:supports-[position-area:bottom]:inset-auto md:supports-[position-area:bottom]:mt-2 md:supports-[position-area:bottom]:[position-anchor:--bell] md:supports-[position-area:bottom]:[position-area:bottom]"
      >
        {isOpen && <NewsList role={role} onLeave={() => list.current?.hidePopover()} />}
      </section>
    </I18nProvider>
  )
}
