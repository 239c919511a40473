import { GoBack } from '../app/go-back.tsx'
import lost from '../ui/drawings/lost.svg'
import { EmptyState } from '../ui/empty-state.tsx'

/** Replaces a screen whose URL names a masjid, khateeb or khutbah that doesn't exist. */
export function ItemNotFoundScreen({ title, text }: { title: string; text: string }) {
  return <EmptyState headingLevel={1} drawing={lost} title={title} text={text} action={<GoBack />} />
}
