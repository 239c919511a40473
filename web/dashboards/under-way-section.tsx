import { t } from '@lingui/core/macro'
import type { ReactNode } from 'react'
import { Section } from '../members/section.tsx'
import { List } from '../ui/list.tsx'

/** A section with a list of slots under way. Renders nothing if the list is empty. */
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
