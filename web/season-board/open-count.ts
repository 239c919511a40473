import { plural, t } from '@lingui/core/macro'
import { lingui } from '../app/i18n.ts'
import { isOpenSlot, type PostedSlot } from '../proposals/posted-slots.ts'
import { messages } from '../words/season-board.en.po'

lingui.load('en', messages)

/** Returns the number of open slots of a date as a text for a phone. A slot that has begun without a khateeb is neither open nor filled. */
export function openCountText(slots: readonly Pick<PostedSlot, 'khateebUid' | 'begun'>[]): string {
  if (slots.every(({ khateebUid }) => khateebUid !== null)) return t`Filled`
  return plural(slots.filter(isOpenSlot).length, { one: '# open', other: '# open' })
}
