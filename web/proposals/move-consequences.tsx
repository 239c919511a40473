import { plural, t } from '@lingui/core/macro'
import type { ReactNode } from 'react'
import { lingui } from '../app/i18n.ts'
import { messages } from '../words/move-consequences.en.po'

lingui.load('en', messages)

interface MoveConsequencesProps {
  /** How many requests and invites the move closes. */
  closing: number
  affectsNobody: boolean
  /** The other effects of the move, as `<li>` elements. */
  children: ReactNode
}

/** The effects of a move of one slot or several, in a sentence each. */
export function MoveConsequences({ closing, affectsNobody, children }: MoveConsequencesProps) {
  return (
    <ul className="grid gap-1">
      {children}
      {closing > 0 && (
        <li>
          {plural(closing, {
            one: 'This closes # request or invite, because the khateeb would have to be in two places at once.',
            other:
              'This closes # requests or invites, because the khateebs would have to be in two places at once.',
          })}
        </li>
      )}
      {affectsNobody && (
        <li className="text-muted">{t`No confirmed khateeb, invite or request is affected.`}</li>
      )}
    </ul>
  )
}
