import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { judgeMove, type MoveContext, minutesWithoutAsking, staysConfirmed } from './move-slot.ts'
import { dateIn, instantOf } from './wall-clock.ts'

const zone = 'America/Detroit'

function at(date: string, time: string) {
  const startsAt = instantOf(date, time, zone)
  if (startsAt === null) throw new Error(`The clocks skip ${date} ${time}`)
  return { date, time, startsAt }
}

const start = at('2026-12-04', '13:00')
const before = new Date(start.startsAt.getTime() - 1)

function context(changes: Partial<MoveContext> = {}): MoveContext {
  return {
    now: before,
    slot: { ...start, removed: false },
    to: at('2026-12-04', '15:00'),
    seenStart: null,
    isTaken: false,
    confirmed: null,
    ...changes,
  }
}

const refused = (why: string) => ({ kind: 'refused', why })
const agreed = { agreed: start, other: null }

describe('a move', () => {
  test.each<[string, Partial<MoveContext>, object]>([
    ['of an open slot asks nobody', {}, { kind: 'move', asksAgain: false }],
    ['of a removed slot is refused', { slot: { ...start, removed: true } }, refused('not_found')],
    ['to where the slot is changes nothing', { to: start }, { kind: 'unchanged' }],
    [
      'to where the slot is changes nothing, even if the caller saw another start',
      { to: start, seenStart: at('2026-12-04', '12:00').startsAt },
      { kind: 'unchanged' },
    ],
    ['of a slot that begins now succeeds', { now: start.startsAt }, { kind: 'move', asksAgain: false }],
    [
      'of a slot that has begun is refused',
      { now: new Date(start.startsAt.getTime() + 1) },
      refused('slot_past'),
    ],
    [
      'of the start that the caller saw succeeds',
      { seenStart: start.startsAt },
      { kind: 'move', asksAgain: false },
    ],
    ['of another start than the caller saw is refused', { seenStart: before }, refused('start_changed')],
    ['onto another slot is refused', { isTaken: true }, refused('slot_exists')],
    [
      'onto another khutbah of the khateeb is refused and names it',
      { confirmed: { ...agreed, other: { date: '2026-12-04', time: '15:30' } } },
      { kind: 'khateeb_busy', other: { date: '2026-12-04', time: '15:30' } },
    ],
    ['by two hours asks the khateeb', { confirmed: agreed }, { kind: 'move', asksAgain: true }],
    [
      'by 15 minutes does not ask the khateeb',
      { confirmed: agreed, to: at('2026-12-04', '12:45') },
      { kind: 'move', asksAgain: false },
    ],
    [
      'by 16 minutes asks the khateeb',
      { confirmed: agreed, to: at('2026-12-04', '13:16') },
      { kind: 'move', asksAgain: true },
    ],
    [
      'by ten minutes asks the khateeb if it is 20 minutes from what they agreed to',
      { confirmed: { agreed: at('2026-12-04', '12:50'), other: null }, to: at('2026-12-04', '13:10') },
      { kind: 'move', asksAgain: true },
    ],
    [
      'back to what the khateeb agreed to does not ask them',
      { confirmed: { agreed: at('2026-12-04', '15:00'), other: null } },
      { kind: 'move', asksAgain: false },
    ],
    [
      'to the same time on another date asks the khateeb',
      { confirmed: agreed, to: at('2026-12-11', '13:00') },
      { kind: 'move', asksAgain: true },
    ],
    [
      'by ten minutes past midnight asks the khateeb',
      {
        slot: { ...at('2026-12-04', '23:55'), removed: false },
        confirmed: { agreed: at('2026-12-04', '23:55'), other: null },
        to: at('2026-12-05', '00:05'),
      },
      { kind: 'move', asksAgain: true },
    ],
  ])('%s', (_, changes, verdict) => {
    expect(judgeMove(context(changes))).toEqual(verdict)
  })
})

test('a khateeb stays confirmed exactly if no clock of the masjid shows another date or more than 15 minutes’ difference', () => {
  const minutes = fc.integer({ min: -3 * 24 * 60, max: 3 * 24 * 60 })
  const anchor = fc.date({ min: new Date('2026-01-01'), max: new Date('2029-01-01'), noInvalidDate: true })
  const zones = fc.constantFrom('America/Detroit', 'Pacific/Honolulu', 'Pacific/Guam', 'America/Phoenix')
  fc.assert(
    fc.property(anchor, minutes, zones, (instant, shift, timeZone) => {
      const [one, other] = [instant, new Date(instant.getTime() + shift * 60_000)].map((startsAt) => ({
        date: dateIn(timeZone, startsAt),
        startsAt,
      }))
      if (one === undefined || other === undefined) throw new Error('Two starts')
      const expected = one.date === other.date && Math.abs(shift) <= minutesWithoutAsking
      expect(staysConfirmed(one, other)).toBe(expected)
      // Whichever of the two was agreed to.
      expect(staysConfirmed(other, one)).toBe(expected)
    }),
  )
})

test('small moves never take a khateeb more than 15 minutes from what they agreed to without asking', () => {
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
            confirmed: agreed,
            now: new Date(0),
          }),
        )
        if (verdict.kind !== 'move') return
        startsAt = to.startsAt.getTime()
        const drift = Math.abs(startsAt - start.startsAt.getTime()) / 60_000
        expect(verdict.asksAgain).toBe(drift > minutesWithoutAsking)
      }
    }),
  )
})
