import { t } from '@lingui/core/macro'
import { type ComponentProps, useState } from 'react'
import { useLocation } from 'react-router'
import { lingui } from '../app/i18n.ts'
import { Row } from '../ui/list.tsx'
import { Notice } from '../ui/notice.tsx'
import { messages } from '../words/target-row.en.po'
import { targetRowId, useTargetRow } from './use-target-row.ts'

// Only the dashboards need these messages.
lingui.load('en', messages)

interface TargetRowProps extends Omit<ComponentProps<typeof Row>, 'ref' | 'isLit'> {
  /** The id of the row's proposal or slot. */
  id: string
}

/** A row that a link of a letter or of the bell can lead to. After such a link, the row is highlighted and gets the focus. */
export function TargetRow({ id, ...row }: TargetRowProps) {
  return <Row {...row} {...useTargetRow<HTMLLIElement>(id)} />
}

interface MissingRowNoticeProps {
  /** The ids of all rows on the screen. */
  ids: readonly string[]
  /** Whether a list has more rows than are loaded. */
  hasMore: boolean
}

/**
 * Tells a user who followed a link of a letter or of the bell that the linked row is not on the screen. The notice disappears when the row
 * is loaded. It does not appear for a row that disappears later, for example because the user has answered the row's proposal.
 */
export function MissingRowNotice({ ids, hasMore }: MissingRowNoticeProps) {
  const row = targetRowId(useLocation().search)
  /** The row in the address, once it has been on the screen. Null until then, and if the address has no row. */
  const [found, setFound] = useState<string | null>(null)
  if (row === found) return null
  if (row === null || ids.includes(row)) {
    setFound(row)
    return null
  }
  return (
    <div className="mb-6">
      {hasMore ? (
        <Notice title={t`Further down the list`}>
          {t`The invite, request or khutbah may be further down. Press “Show More”. If it isn’t there, it was answered or is over.`}
        </Notice>
      ) : (
        <Notice title={t`That link is out of date`}>
          {t`The invite, request or khutbah was already answered or is over. Here is the latest.`}
        </Notice>
      )}
    </div>
  )
}
