import { expect, test } from 'vitest'
import type { MasjidSlot } from '../directory/record-queries.ts'
import { openDates } from './open-slots.ts'

function slot(time: string, khateebUid: string | null = null): MasjidSlot {
  const khateeb = khateebUid === null ? 'None' : 'Yusuf Ali'
  return {
    slotId: `slot at ${time}`,
    time: { time },
    khateeb,
    khateebUid,
    khateebSuspended: false,
    awaitsReconfirmation: false,
    assignmentId: khateebUid,
    startsAt: '2026-11-27T18:00:00Z',
    begun: false,
    language: null,
    note: '',
    topic: null,
    topicComesAgainOn: null,
    pending: [],
    withdrawal: null,
  }
}

function datedSlot(khutbahDate: string, khutbahTime: string) {
  return { slotId: `slot at ${khutbahTime}`, khutbahDate, khutbahTime, startsAt: '2026-11-27T18:00:00Z' }
}

test('openDates returns only open slots, grouped by date', () => {
  const khutbahs = [
    { date: '2026-11-27', times: [slot('13:00', 'uid'), slot('14:30')] },
    { date: '2026-12-04', times: [slot('13:00', 'uid')] },
    { date: '2026-12-11', times: [slot('13:00'), slot('14:30')] },
  ]
  expect(openDates(khutbahs)).toEqual([
    { date: '2026-11-27', slots: [datedSlot('2026-11-27', '14:30')] },
    { date: '2026-12-11', slots: [datedSlot('2026-12-11', '13:00'), datedSlot('2026-12-11', '14:30')] },
  ])
})
