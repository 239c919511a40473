import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { judgeMove, type MoveContext } from './move-slot.ts'
import { maxMinutesWithoutReconfirmation } from './stays-confirmed.ts'
import { instantOf } from './wall-clock.ts'

const zone = 'America/Detroit'

function slotStartAt(date: string, time: string) {
  const startsAt = instantOf(date, time, zone)
  if (startsAt === null) throw new Error(`The clocks skip ${date} ${time}`)
  return { date, time, startsAt }
}

const start = slotStartAt('2026-12-04', '13:00')
const instantBeforeStart = new Date(start.startsAt.getTime() - 1)

function context(changes: Partial<MoveContext> = {}): MoveContext {
  return {
    now: instantBeforeStart,
    slot: { ...start, removed: false },
    to: slotStartAt('2026-12-04', '15:00'),
    seenStart: null,
    isTaken: false,
    confirmed: null,
    ...changes,
  }
}

const refused = (why: string) => ({ kind: 'refused', why })
const confirmedKhateeb = { agreed: start, other: null }

describe('a move', () => {
  test.each<[string, Partial<MoveContext>, object]>([
    ['of an open slot asks no khateeb to confirm again', {}, { kind: 'move', asksAgain: false }],
    ['of a removed slot is refused', { slot: { ...start, removed: true } }, refused('not_found')],
    ['to the start that the slot already has changes nothing', { to: start }, { kind: 'unchanged' }],
    [
      'to the start that the slot already has changes nothing, even if the caller saw another start',
      { to: start, seenStart: slotStartAt('2026-12-04', '12:00').startsAt },
      { kind: 'unchanged' },
    ],
    ['of a slot that begins now succeeds', { now: start.startsAt }, { kind: 'move', asksAgain: false }],
    [
      'of a slot that has begun is refused',
      { now: new Date(start.startsAt.getTime() + 1) },
      refused('slot_past'),
    ],
    [
      'succeeds if the slot still has the start that the caller saw',
      { seenStart: start.startsAt },
      { kind: 'move', asksAgain: false },
    ],
    [
      'is refused if the slot no longer has the start that the caller saw',
      { seenStart: instantBeforeStart },
      refused('start_changed'),
    ],
    ['to the start of another slot is refused', { isTaken: true }, refused('slot_exists')],
    [
      'to the hour of another khutbah of the khateeb is refused, and returns that khutbah',
      { confirmed: { ...confirmedKhateeb, other: { date: '2026-12-04', time: '15:30' } } },
      { kind: 'khateeb_busy', other: { date: '2026-12-04', time: '15:30' } },
    ],
    [
      'by two hours asks the khateeb to confirm again',
      { confirmed: confirmedKhateeb },
      { kind: 'move', asksAgain: true },
    ],
    [
      'by 15 minutes does not ask the khateeb to confirm again',
      { confirmed: confirmedKhateeb, to: slotStartAt('2026-12-04', '12:45') },
      { kind: 'move', asksAgain: false },
    ],
    [
      'by 16 minutes asks the khateeb to confirm again',
      { confirmed: confirmedKhateeb, to: slotStartAt('2026-12-04', '13:16') },
      { kind: 'move', asksAgain: true },
    ],
    [
      'by ten minutes asks the khateeb to confirm again if the new start is 20 minutes from the agreed start',
      {
        confirmed: { agreed: slotStartAt('2026-12-04', '12:50'), other: null },
        to: slotStartAt('2026-12-04', '13:10'),
      },
      { kind: 'move', asksAgain: true },
    ],
    [
      'back to the start that the khateeb agreed to does not ask him to confirm again',
      { confirmed: { agreed: slotStartAt('2026-12-04', '15:00'), other: null } },
      { kind: 'move', asksAgain: false },
    ],
    [
      'to the same time on another date asks the khateeb to confirm again',
      { confirmed: confirmedKhateeb, to: slotStartAt('2026-12-11', '13:00') },
      { kind: 'move', asksAgain: true },
    ],
    [
      'by ten minutes across midnight asks the khateeb to confirm again',
      {
        slot: { ...slotStartAt('2026-12-04', '23:55'), removed: false },
        confirmed: { agreed: slotStartAt('2026-12-04', '23:55'), other: null },
        to: slotStartAt('2026-12-05', '00:05'),
      },
      { kind: 'move', asksAgain: true },
    ],
  ])('%s', (_, changes, verdict) => {
    expect(judgeMove(context(changes))).toEqual(verdict)
  })
})

test('several small moves ask the khateeb to confirm again as soon as the start is more than 15 minutes from the agreed start', () => {
  const steps = fc.array(fc.integer({ min: -15, max: 15 }), { maxLength: 30 })
  fc.assert(
    fc.property(steps, (moves) => {
      let startsAt = start.startsAt.getTime()
      for (const step of moves) {
        const to = { ...start, startsAt: new Date(startsAt + step * 60_000), time: `moved by ${step}` }
        const verdict = judgeMove(
          context({
            slot: { ...start, startsAt: new Date(startsAt), removed: false },
            to,
            confirmed: confirmedKhateeb,
            now: new Date(0),
          }),
        )
        if (verdict.kind !== 'move') return
        startsAt = to.startsAt.getTime()
        const drift = Math.abs(startsAt - start.startsAt.getTime()) / 60_000
        expect(verdict.asksAgain).toBe(drift > maxMinutesWithoutReconfirmation)
      }
    }),
  )
})
