import type { ReactNode } from 'react'
import { GoBack } from '../app/go-back.tsx'
import lost from '../ui/drawings/lost.svg'
import { EmptyState } from '../ui/empty-state.tsx'

interface ItemNotFoundScreenProps {
  title: string
  text: string
  /** A link to a screen that may have what the user looks for. */
  link?: ReactNode
}

/** Replaces a screen whose URL names a masjid, khateeb or khutbah that doesn't exist. */
export function ItemNotFoundScreen({ title, text, link }: ItemNotFoundScreenProps) {
  const action = (
    <div className="flex flex-wrap justify-center gap-3">
      {link}
      <GoBack />
    </div>
  )
  return <EmptyState headingLevel={1} drawing={lost} title={title} text={text} action={action} />
}
