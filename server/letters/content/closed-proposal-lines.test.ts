import { expect, test } from 'vitest'
import { commonProps } from '../../../tests/runtime/expected-letters.ts'
import { renderText } from '../render-text.ts'
import { messageOf } from './templates.ts'

const closedProposals = Array.from({ length: 14 }, (_, index) => ({
  direction: index === 0 ? ('invite' as const) : ('request' as const),
  otherSide: `Masjid ${index + 1}`,
  date: '2026-12-04',
  time: '13:00',
  timeZone: 'America/Detroit',
}))

function approvalText(count: number): string {
  const props = { ...commonProps, closed: closedProposals.slice(0, count) }
  return renderText(messageOf({ kind: 'request_approved', props }), { publicUrl: 'https://minbar.test' })
}

test('the letter about an approval lists the khateeb’s proposals that the approval closed', () => {
  const text = approvalText(2).replaceAll(/\s+/g, ' ')
  expect(text).toContain(
    'The invite from Masjid 1 for Friday, December 4, 2026 at 1:00 PM (Eastern Standard Time) was closed, because the hours overlap.',
  )
  expect(text).toContain(
    'Your request to Masjid 2 for Friday, December 4, 2026 at 1:00 PM (Eastern Standard Time) was closed, because the hours overlap.',
  )
  expect(approvalText(0)).not.toContain('was closed')
})

test('a letter lists at most twelve closed proposals, and counts the others', () => {
  const text = approvalText(14).replaceAll(/\s+/g, ' ')
  expect(text).toContain('Your request to Masjid 12 ')
  expect(text).not.toContain('Masjid 13')
  expect(text).toContain('2 more were closed, too: your dashboard shows what is still open.')
})
