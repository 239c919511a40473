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

/** Returns the error of a field that makes a move impossible. Announces it when it appears, because the user has not sent the form yet. */
export function moveRefusal(text: string | undefined): ReactNode {
  return text === undefined ? undefined : <span role="alert">{text}</span>
}
