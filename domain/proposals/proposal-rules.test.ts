import { describe, expect, test } from 'vitest'
import { accept, decline, propose } from './proposal-rules.ts'
import type { Proposal, ProposalState, Situation } from './proposal.ts'

const startsAt = new Date('2026-12-04T18:00:00Z')
const before = new Date(startsAt.getTime() - 1)
const after = new Date(startsAt.getTime() + 1)

function proposal(state: ProposalState, direction: Proposal['direction'] = 'invite', id = 'one'): Proposal {
  return { id, direction, state }
}

function situation(changes: Partial<Situation> = {}, slot: Partial<Situation['slot']> = {}): Situation {
  return {
    now: before,
    khateebBusy: false,
    blockedBy: [],
    proposals: [],
    earlier: [],
    ...changes,
    slot: { startsAt, removed: false, filled: false, ...slot },
  }
}

describe('proposing', () => {
  test('makes a proposal for an open slot, up to and including its start', () => {
    expect(propose('invite', situation())).toEqual({ kind: 'create' })
    expect(propose('request', situation({ now: startsAt }))).toEqual({ kind: 'create' })
    expect(propose('request', situation({ now: after }))).toEqual({ kind: 'refused', why: 'slot_past' })
  })

  test('finds the proposal that stands, and sends the other side to answer it', () => {
    const proposals = [proposal('pending')]
    expect(propose('invite', situation({ proposals }))).toEqual({ kind: 'unchanged', proposal: proposals[0] })
    expect(propose('request', situation({ proposals }))).toEqual({ kind: 'refused', why: 'already_invited' })
    expect(propose('invite', situation({ proposals: [proposal('pending', 'request')] }))).toEqual({
      kind: 'refused',
      why: 'already_requested',
    })
  })

  test('is refused for a filled slot, a busy khateeb and a slot taken away', () => {
    expect(propose('invite', situation({}, { filled: true }))).toEqual({ kind: 'refused', why: 'slot_taken' })
    expect(propose('invite', situation({ khateebBusy: true }))).toEqual({
      kind: 'refused',
      why: 'khateeb_busy',
    })
    expect(propose('invite', situation({}, { removed: true }))).toEqual({ kind: 'refused', why: 'not_found' })
  })

  test('is refused to both where one has blocked the other, each by whose block it was', () => {
    const byKhateeb = situation({ blockedBy: ['khateeb'] })
    expect(propose('invite', byKhateeb)).toEqual({ kind: 'refused', why: 'not_accepting' })
    expect(propose('request', byKhateeb)).toEqual({ kind: 'refused', why: 'you_blocked' })
    expect(propose('request', situation({ blockedBy: ['khateeb', 'masjid'] }))).toEqual({
      kind: 'refused',
      why: 'not_accepting',
    })
  })

  test('is possible three times from each side', () => {
    const twice = [proposal('rejected'), proposal('revoked')]
    expect(propose('invite', situation({ proposals: twice }))).toEqual({ kind: 'create' })
    const thrice = [...twice, proposal('closed')]
    expect(propose('invite', situation({ proposals: thrice }))).toEqual({
      kind: 'refused',
      why: 'too_many_proposals',
    })
    expect(propose('request', situation({ proposals: thrice }))).toEqual({ kind: 'create' })
  })

  test('is possible no more often for a slot that is posted again', () => {
    const again = { proposals: [proposal('rejected')], earlier: ['invite', 'request', 'invite'] } as const
    expect(propose('invite', situation(again))).toEqual({ kind: 'refused', why: 'too_many_proposals' })
    expect(propose('request', situation(again))).toEqual({ kind: 'create' })
  })
})

describe('a pending proposal', () => {
  const proposals = [proposal('pending')]

  test('is accepted, rejected or revoked', () => {
    expect(accept('invite', situation({ proposals }))).toMatchObject({ kind: 'transition', to: 'accepted' })
    for (const to of ['rejected', 'revoked'] as const) {
      expect(decline('invite', to, situation({ proposals }))).toMatchObject({ kind: 'transition', to })
    }
  })

  test('cannot fill what is filled, past or taken away, nor book a busy khateeb', () => {
    const refusals = [
      accept('invite', situation({ proposals }, { filled: true })),
      accept('invite', situation({ proposals, now: after })),
      accept('invite', situation({ proposals }, { removed: true })),
      accept('invite', situation({ proposals, khateebBusy: true })),
      decline('invite', 'rejected', situation({ proposals, now: after })),
    ]
    expect(refusals.map((it) => it.kind === 'refused' && it.why)).toEqual([
      'slot_taken',
      'slot_past',
      'proposal_closed',
      'khateeb_busy',
      'proposal_expired',
    ])
  })

  test('is not found from the other direction, nor by another id', () => {
    expect(accept('request', situation({ proposals }))).toEqual({ kind: 'refused', why: 'not_found' })
    expect(accept('invite', situation({ proposals }), 'two')).toEqual({ kind: 'refused', why: 'not_found' })
  })
})

describe('a decided proposal', () => {
  const decided = ['accepted', 'rejected', 'revoked', 'closed', 'expired'] as const

  test.each(decided)(
    'that was %s stands when the same is asked, and refuses the opposite by name',
    (state) => {
      const proposals = [proposal(state)]
      const asked = [
        { to: 'accepted', verdict: accept('invite', situation({ proposals })) },
        { to: 'rejected', verdict: decline('invite', 'rejected', situation({ proposals })) },
        { to: 'revoked', verdict: decline('invite', 'revoked', situation({ proposals })) },
      ]
      for (const { to, verdict } of asked) {
        expect(verdict).toEqual(
          to === state
            ? { kind: 'unchanged', proposal: proposals[0] }
            : { kind: 'refused', why: `proposal_${state}` },
        )
      }
    },
  )

  test.each([
    ['has begun', { now: after }, {}, 'slot_past'],
    ['was taken away', {}, { removed: true }, 'proposal_closed'],
    ['has another by now', {}, { filled: true }, 'slot_taken'],
    ['has its khateeb elsewhere', { khateebBusy: true }, {}, 'khateeb_busy'],
  ] as const)('whose slot %s is judged by what came of it', (_, changes, slot, inTheWay) => {
    for (const state of decided) {
      const proposals = [proposal(state)]
      const then = situation({ ...changes, proposals }, slot)
      const stands = { kind: 'unchanged', proposal: proposals[0] }
      const met = { kind: 'refused', why: `proposal_${state}` }
      expect(decline('invite', 'rejected', then)).toEqual(state === 'rejected' ? stands : met)
      expect(decline('invite', 'revoked', then)).toEqual(state === 'revoked' ? stands : met)
      // What nobody decided may still be agreed to as far as one knows, so that is told what stands in the way.
      const undecided = state === 'closed' || state === 'expired'
      expect(accept('invite', then)).toEqual(
        state === 'accepted' ? stands : undecided ? { kind: 'refused', why: inTheWay } : met,
      )
    }
  })

  test('is the newest of its direction, unless an id names another', () => {
    const proposals = [proposal('rejected', 'invite', 'old'), proposal('pending', 'invite', 'new')]
    expect(accept('invite', situation({ proposals }))).toMatchObject({ kind: 'transition', proposal: proposals[1] })
    expect(accept('invite', situation({ proposals }), 'old')).toEqual({
      kind: 'refused',
      why: 'proposal_rejected',
    })
  })
})
