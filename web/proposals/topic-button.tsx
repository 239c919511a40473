import { useState } from 'react'
import { lazyDialog } from '../app/lazy-dialog.tsx'
import { Button } from '../ui/button.tsx'
import type { KhutbahWithTopic } from './topic-dialog.tsx'

const TopicDialog = lazyDialog(async () => (await import('./topic-dialog.tsx')).TopicDialog)

interface TopicButtonProps {
  khutbah: KhutbahWithTopic
  describedBy: string
  /** The button's text. The parent passes it, because the parent's message catalog contains the text anyway. */
  label: string
}

/** The button that opens the dialog with the topic of a khutbah. */
export function TopicButton({ khutbah, describedBy, label }: TopicButtonProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button variant="secondary" aria-describedby={describedBy} onClick={() => setIsOpen(true)}>
        {label}
      </Button>
      <TopicDialog isOpen={isOpen} onClose={() => setIsOpen(false)} khutbah={khutbah} />
    </>
  )
}
