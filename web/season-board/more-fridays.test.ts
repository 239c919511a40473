import { expect, test } from 'vitest'
import type { PostedSlot } from '../proposals/posted-slots.ts'
import { slotsByColumn, usualTimes } from './board-columns.ts'
import { moreFridaysAfter } from './more-fridays.ts'

function dateWith(date: string, ...times: string[]) {
  const slots = times.map(
    (khutbahTime): PostedSlot => ({
      slotId: `${date} ${khutbahTime}`,
      khutbahDate: date,
      khutbahTime,
      startsAt: `${date}T${khutbahTime}:00Z`,
      begun: false,
      language: khutbahTime === '13:15' ? 'ur' : null,
      note: '',
      topic: null,
      topicComesAgainOn: null,
      khateeb: 'None',
      khateebUid: null,
      khateebSuspended: false,
      assignmentId: null,
      awaitsReconfirmation: false,
      pending: [],
      withdrawal: null,
    }),
  )
  return { date, slots }
}

const timesOf = (cells: readonly (readonly PostedSlot[])[]) =>
  cells.map((cell) => cell.map((it) => it.khutbahTime))

test('moreFridaysAfter returns the Fridays after the last Friday of the board, with the slots of that Friday', () => {
  const board = [
    dateWith('2026-12-18', '13:15'),
    dateWith('2026-12-25', '12:15', '13:15'),
    dateWith('2026-12-29', '08:30'),
  ]
  expect(moreFridaysAfter(board, 2)).toEqual({
    dates: ['2027-01-01', '2027-01-08'],
    likeSlots: board[1]?.slots,
  })
  expect(moreFridaysAfter([dateWith('2026-12-29', '08:30')], 2)).toBeUndefined()
})

test('usualTimes returns the most frequent Friday times, as many as a Friday usually has slots', () => {
  const board = [
    dateWith('2026-12-04', '12:15', '13:15'),
    dateWith('2026-12-11', '12:15', '13:15', '14:00'),
    dateWith('2026-12-18', '12:15', '13:15'),
    dateWith('2026-12-29', '08:30'),
  ]
  expect(usualTimes(board)).toEqual(['12:15', '13:15'])
  expect(usualTimes([])).toEqual([])
})

test('a slot at an unusual time goes into the closest free column, or shares the closest column if none is free', () => {
  const columns = ['12:15', '13:15', '14:15']
  const cellsOf = (...times: string[]) =>
    timesOf(slotsByColumn(dateWith('2026-12-04', ...times).slots, columns))
  expect(cellsOf('13:30')).toEqual([[], ['13:30'], []])
  expect(cellsOf('13:00', '13:15')).toEqual([['13:00'], ['13:15'], []])
  expect(cellsOf('12:15', '13:00', '13:15', '14:15')).toEqual([['12:15'], ['13:00', '13:15'], ['14:15']])
})
