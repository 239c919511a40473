import { expect, test } from 'vitest'
import { commonProps, proposalId, publicUrl } from '../../tests/runtime/expected-letters.ts'
import { letterOf, mapLink } from '../../tests/runtime/rendered-letters.ts'
import { render } from './render.ts'

/** Returns the letter about a used recovery code, after which `left` codes are unused. */
function usedCodeLetter(left: number | null) {
  return render({ kind: 'recovery_code_used', props: { name: 'Yusuf Khan', left } }, { publicUrl })
}

test('the letter about a moved masjid has its old and new address and time zone, and each of the khateeb’s slots', () => {
  const { text } = render(letterOf('masjid_moved'), { publicUrl })
  expect(text).toContain(`
Old address: 5 Old Road, Chicago, IL 60601
New address: 1 Main Street, Dearborn, MI 48126
Open the map: ${mapLink}
Old time zone: Central Standard Time (Chicago)
New time zone: Eastern Standard Time (Detroit)
You are confirmed: Friday, December 4, 2026 at 1:30 PM (Eastern Standard Time)
Confirm again: ${publicUrl}/dashboard?row=${commonProps.occasion.slotId}
You asked to lead: Friday, December 11, 2026 at 2:00 PM (Eastern Standard Time)
See your request: ${publicUrl}/dashboard?row=${proposalId}
`)
  expect(text).toContain('Please confirm on your dashboard that you can still come, or withdraw.')
})

test('the letter about a change of email contains the new address', () => {
  const { text, html } = render(letterOf('email_changed'), { publicUrl })
  for (const said of [text, html]) expect(said).toContain('board@masjid.example')
})

test('the letter about a recovery code that was used to renew the codes has no number of unused codes, and says that the old codes no longer work', () => {
  const [{ text: afterUse }, { text: afterRenewal }] = [usedCodeLetter(9), usedCodeLetter(null)]
  expect(afterUse).toContain('Unused codes: 9.')
  expect(afterRenewal).not.toContain('Unused codes')
  expect(afterRenewal).toContain('The old ones no longer work.')
})

test('the letter about an approval shows the time zone of each closed proposal', () => {
  const closed = [
    {
      direction: 'request',
      otherSide: 'Masjid al-Bahr',
      date: '2026-12-04',
      time: '12:30',
      timeZone: 'America/Chicago',
    },
  ] as const
  const { text } = render({ kind: 'request_approved', props: { ...commonProps, closed } }, { publicUrl })
  const day = 'Friday, December 4, 2026'
  expect(text).toContain(
    `request to Masjid al-Bahr for ${day} at 12:30 PM (Central Standard Time) was closed`,
  )
})

test.each([
  ['confirmed', 'you won’t be giving'],
  ['invite', 'so its invite to you is closed'],
  ['request', 'so your request is closed'],
] as const)(
  'the letters about a removed slot and about a deleted masjid, to a khateeb with the standing %s, contain “%s”',
  (was, what) => {
    for (const kind of ['slot_removed', 'masjid_left'] as const) {
      expect(render({ kind, props: { ...commonProps, was } }, { publicUrl }).text).toContain(what)
    }
  },
)
