import { expect, test } from 'vitest'
import { commonProps, proposalId, publicUrl } from '../../tests/runtime/expected-letters.ts'
import { letterOf, linksIn, mapLink } from '../../tests/runtime/rendered-letters.ts'
import { isNews } from './content/news-kinds.ts'
import { render } from './render.ts'

test('a digest has the old and the new address of a masjid that has moved', () => {
  const moved = letterOf('masjid_moved')
  if (moved.kind !== 'masjid_moved') throw new Error('The letter is about a move.')
  const letters = [moved, { kind: 'invite_received', props: commonProps } as const]
  const { text } = render({ kind: 'gathered', props: { letters } }, { publicUrl })
  expect(text).toContain('Old address: 5 Old Road, Chicago, IL 60601\nNew address: 1 Main Street')
})

test('a digest has the time of each service, and lists outdated news last, under “Before that”', () => {
  const letters = [
    { kind: 'request_approved', props: commonProps },
    { kind: 'khateeb_removed', props: commonProps },
    {
      kind: 'invite_received',
      props: { ...commonProps, occasion: { ...commonProps.occasion, slotId: 'b', time: '12:00' } },
    },
  ] as const
  const { subject, text } = render({ kind: 'gathered', props: { letters } }, { publicUrl })
  const on = 'Friday, December 4, 2026'
  expect(subject).toBe(`You are no longer giving the khutbah at Masjid An-Nur on ${on} (and 2 more updates)`)
  const facts = text.split('\n').filter((it) => it.includes(' at ') && it.includes('Standard Time'))
  expect(facts).toEqual([
    expect.stringMatching(`^${on} at 1:30 PM \\(Eastern Standard Time\\): You are no longer giving`),
    expect.stringMatching(`^${on} at 12:00 PM \\(Eastern Standard Time\\): .*invite`),
    expect.stringMatching(`^Before that, ${on} at 1:30 PM \\(Eastern Standard Time\\): You are giving`),
  ])
})

/** Returns the subject of a digest with one invite from each of these masjids. */
function subjectOfInvites(...masjids: readonly string[]): string {
  const letters = masjids.map((masjidUid, index) => ({
    kind: 'invite_received' as const,
    props: { ...commonProps, occasion: { ...commonProps.occasion, masjidUid, slotId: `slot-${index}` } },
  }))
  return render({ kind: 'gathered', props: { letters } }, { publicUrl }).subject
}

test('the subject of a digest of invites has the number of invites, and the masjid’s name if one masjid sent all of them', () => {
  expect(subjectOfInvites('a', 'a', 'a')).toBe('Masjid An-Nur invites you to give 3 khutbahs')
  expect(subjectOfInvites('a', 'b')).toBe('2 invites to give khutbahs')
})

test('a digest links each piece of news to its row on the dashboard', () => {
  const { html } = render(letterOf('gathered'), { publicUrl })
  const landing = `${publicUrl}/masjid-landing`
  expect(linksIn(html)).toEqual([
    // Urgent news comes first.
    `${landing}?row=${commonProps.occasion.slotId}`,
    mapLink,
    `${landing}?row=${proposalId}`,
    mapLink,
    landing,
  ])
})

test('each item of a digest has the time, address, map link and row of its own service', () => {
  const elsewhere = { ...commonProps.occasion, slotId: 'b', time: '12:00', address: '9 Elm Street' }
  const letters = [
    { kind: 'invite_received', props: commonProps },
    { kind: 'request_approved', props: { ...commonProps, occasion: elsewhere } },
  ] as const
  const { text } = render({ kind: 'gathered', props: { letters } }, { publicUrl })
  const on = 'Friday, December 4, 2026'
  expect(text).toContain(`
${on} at 12:00 PM (Eastern Standard Time): You are giving the khutbah at Masjid An-Nur on ${on}
See the khutbah: ${publicUrl}/dashboard?row=b
9 Elm Street, Dearborn, MI 48126 (map): ${mapLink.replace('1%20Main', '9%20Elm')}

${on} at 1:30 PM (Eastern Standard Time): Masjid An-Nur invites you to give the khutbah on ${on}
Accept or reject: ${publicUrl}/dashboard?row=${proposalId}
1 Main Street, Dearborn, MI 48126 (map): ${mapLink}
`)
})

test('a digest has no address for a service that was canceled', () => {
  const props = { ...commonProps, was: 'confirmed' } as const
  const letters = [
    { kind: 'slot_removed', props },
    { kind: 'masjid_left', props: { ...props, occasion: { ...props.occasion, slotId: 'b' } } },
  ] as const
  expect(render({ kind: 'gathered', props: { letters } }, { publicUrl }).text).not.toContain('Main Street')
})

test('a digest with an update of a calendar event says that the khateeb has not confirmed the new time', () => {
  const awaitsReconfirmation = {
    isOpen: false,
    isConfirmed: true,
    awaitsReconfirmation: true,
    language: null,
    note: '',
    movedTo: null,
  }
  const letters = [
    { kind: 'invite_received', props: { ...commonProps, khateebUid: 'another' } },
    { kind: 'khateeb_event_updated', props: { ...commonProps, stateAtSending: awaitsReconfirmation } },
  ] as const
  const { text } = render({ kind: 'gathered', props: { letters } }, { publicUrl })
  expect(text).toContain('You haven’t confirmed the new time yet.')
})

test('a digest lists all of the khateeb’s services at a moved masjid, each with a link to its row', () => {
  const letters = [letterOf('masjid_moved'), letterOf('invite_received')].filter(isNews)
  const { text } = render({ kind: 'gathered', props: { letters } }, { publicUrl })
  expect(text).toContain(`You are confirmed: Friday, December 4, 2026 at 1:30 PM (Eastern Standard Time)
Confirm again: ${publicUrl}/dashboard?row=${commonProps.occasion.slotId}
You asked to lead: Friday, December 11, 2026 at 2:00 PM (Eastern Standard Time)
See your request: ${publicUrl}/dashboard?row=${proposalId}
`)
})
