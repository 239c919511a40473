import { t } from '@lingui/core/macro'
import type { ComponentProps } from 'react'
import { lingui } from '../app/i18n.ts'
import { TopicButton } from '../proposals/topic-button.tsx'
import { messages } from '../words/topic.en.po'

lingui.load('en', messages)

/** The button with which a confirmed khateeb names his topic. Inert until its script has loaded, because React drops earlier presses. */
export function SlotTopicButton(props: Omit<ComponentProps<typeof TopicButton>, 'label'>) {
  return (
    <div className="grid" inert ref={makeUsable}>
      <TopicButton {...props} label={t`Topic`} />
    </div>
  )
}

function makeUsable(part: HTMLElement | null): void {
  if (part !== null) part.inert = false
}
