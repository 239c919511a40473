import { t } from '@lingui/core/macro'
import { type ComponentProps, useState } from 'react'
import { useLocation } from 'react-router'
import { Row } from '../ui/list.tsx'
import { Notice } from '../ui/notice.tsx'
import { targetRowId, useTargetRow } from './use-target-row.ts'

interface LinkedRowProps extends Omit<ComponentProps<typeof Row>, 'ref' | 'isLit'> {
  /** The id of its proposal or slot. */
  id: string
}

/** A row that a letter's link can lead to: it is lit, and gets the focus when the screen opens. */
export function LinkedRow({ id, ...row }: LinkedRowProps) {
  return <Row {...row} {...useTargetRow(id)} />
}

/**
 * Shown if a letter's link led to a row that the screen no longer had. Not if the user answers it on the screen. `ids` are those of
 * the rows.
 */
export function MissingRowNotice({ ids }: { ids: readonly string[] }) {
  const row = targetRowId(useLocation().search)
  const [isMissing] = useState(row !== null && !ids.includes(row))
  if (!isMissing) return null
  return (
    <div className="mb-6">
      <Notice title={t`That email is out of date`}>
        {t`What it was about was answered or has ended since. This is how things stand now.`}
      </Notice>
    </div>
  )
}
