import { t } from '@lingui/core/macro'
import type { ReactNode } from 'react'
import { Section } from '../members/section.tsx'
import { List } from '../ui/list.tsx'

/** The list of what began less than an hour ago. Nothing if it is empty. */
export function UnderWaySection({ isEmpty, children }: { isEmpty: boolean; children: ReactNode }) {
  if (isEmpty) return null
  return (
    <div className="mb-6">
      <Section title={t`Under Way`}>
        <List>{children}</List>
      </Section>
    </div>
  )
}
