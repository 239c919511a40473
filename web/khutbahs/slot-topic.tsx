import { t } from '@lingui/core/macro'
import type { ComponentProps } from 'react'
import { lingui } from '../app/i18n.ts'
import { NameTopic } from '../proposals/name-topic.tsx'
import { messages } from '../words/topic.en.po'

lingui.load('en', messages)

/** The button with which a confirmed khateeb names his topic. Inert until its script has loaded, because React drops earlier presses. */
export function SlotTopic(props: Omit<ComponentProps<typeof NameTopic>, 'label'>) {
  return (
    <div className="grid" inert ref={makeUsable}>
      <NameTopic {...props} label={t`Topic`} />
    </div>
  )
}

function makeUsable(part: HTMLElement | null): void {
  if (part !== null) part.inert = false
}
