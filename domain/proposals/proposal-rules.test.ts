import { describe, expect, test } from 'vitest'
import type { Proposal, ProposalState, Situation } from './proposal.ts'
import { accept, decline, judgeProposal } from './proposal-rules.ts'

const startsAt = new Date('2026-12-04T18:00:00Z')
const before = new Date(startsAt.getTime() - 1)
const after = new Date(startsAt.getTime() + 1)

function proposal(state: ProposalState, direction: Proposal['direction'] = 'invite', id = 'one'): Proposal {
  return { id, direction, state }
}

const refused = (why: string) => ({ kind: 'refused', why })

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
  test('creates a proposal for an open slot until its start, inclusive', () => {
    expect(judgeProposal('invite', situation())).toEqual({ kind: 'create' })
    expect(judgeProposal('request', situation({ now: startsAt }))).toEqual({ kind: 'create' })
    expect(judgeProposal('request', situation({ now: after }))).toEqual(refused('slot_past'))
  })

  test('is idempotent, and refused when the other side’s proposal is pending', () => {
    const proposals = [proposal('pending')]
    expect(judgeProposal('invite', situation({ proposals }))).toEqual({
      kind: 'unchanged',
      proposal: proposals[0],
    })
    expect(judgeProposal('request', situation({ proposals }))).toEqual(refused('already_invited'))
    expect(judgeProposal('invite', situation({ proposals: [proposal('pending', 'request')] }))).toEqual(
      refused('already_requested'),
    )
  })

  test('is refused for a filled slot, a busy khateeb and a removed slot', () => {
    expect(judgeProposal('invite', situation({}, { filled: true }))).toEqual(refused('slot_taken'))
    expect(judgeProposal('invite', situation({ khateebBusy: true }))).toEqual(refused('khateeb_busy'))
    expect(judgeProposal('invite', situation({}, { removed: true }))).toEqual(refused('not_found'))
  })

  test('is refused for both sides after a block, with a code that tells who blocked', () => {
    const byKhateeb = situation({ blockedBy: ['khateeb'] })
    expect(judgeProposal('invite', byKhateeb)).toEqual(refused('not_accepting'))
    expect(judgeProposal('request', byKhateeb)).toEqual(refused('you_blocked'))
    expect(judgeProposal('request', situation({ blockedBy: ['khateeb', 'masjid'] }))).toEqual(
      refused('not_accepting'),
    )
  })

  test('is possible three times for each side', () => {
    const twice = [proposal('rejected'), proposal('revoked')]
    expect(judgeProposal('invite', situation({ proposals: twice }))).toEqual({ kind: 'create' })
    const thrice = [...twice, proposal('closed')]
    expect(judgeProposal('invite', situation({ proposals: thrice }))).toEqual(refused('too_many_proposals'))
    expect(judgeProposal('request', situation({ proposals: thrice }))).toEqual({ kind: 'create' })
  })

  test('counts proposals for earlier postings of the slot', () => {
    const again = { proposals: [proposal('rejected')], earlier: ['invite', 'request', 'invite'] } as const
    expect(judgeProposal('invite', situation(again))).toEqual(refused('too_many_proposals'))
    expect(judgeProposal('request', situation(again))).toEqual({ kind: 'create' })
  })
})

describe('a pending proposal', () => {
  const proposals = [proposal('pending')]

  test('can be accepted, rejected or revoked', () => {
    expect(accept('invite', situation({ proposals }))).toMatchObject({ kind: 'transition', to: 'accepted' })
    for (const to of ['rejected', 'revoked'] as const) {
      expect(decline('invite', to, situation({ proposals }))).toMatchObject({ kind: 'transition', to })
    }
  })

  test('cannot be accepted for a filled, past or removed slot or a busy khateeb, nor rejected for a past slot', () => {
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

  test('is not found by another id, nor as a request if it is an invite', () => {
    expect(accept('request', situation({ proposals }))).toEqual(refused('not_found'))
    expect(accept('invite', situation({ proposals }), 'two')).toEqual(refused('not_found'))
  })
})

describe('a decided proposal', () => {
  const decided = ['accepted', 'rejected', 'revoked', 'closed', 'expired'] as const

  test.each(decided)(
    'that was %s ignores the same decision, and refuses other decisions with a failure that names its state',
    (state) => {
      const proposals = [proposal(state)]
      const asked = [
        { to: 'accepted', verdict: accept('invite', situation({ proposals })) },
        { to: 'rejected', verdict: decline('invite', 'rejected', situation({ proposals })) },
        { to: 'revoked', verdict: decline('invite', 'revoked', situation({ proposals })) },
      ]
      for (const { to, verdict } of asked) {
        expect(verdict).toEqual(
          to === state ? { kind: 'unchanged', proposal: proposals[0] } : refused(`proposal_${state}`),
        )
      }
    },
  )

  test.each([
    ['has begun', { now: after }, {}, 'slot_past'],
    ['was removed', {}, { removed: true }, 'proposal_closed'],
    ['has another khateeb by now', {}, { filled: true }, 'slot_taken'],
    ['overlaps another booking of the khateeb', { khateebBusy: true }, {}, 'khateeb_busy'],
  ] as const)(
    'whose slot %s keeps its state, and refuses acceptance with the reason',
    (_, changes, slot, obstacle) => {
      for (const state of decided) {
        const proposals = [proposal(state)]
        const then = situation({ ...changes, proposals }, slot)
        const unchanged = { kind: 'unchanged', proposal: proposals[0] }
        const ended = refused(`proposal_${state}`)
        expect(decline('invite', 'rejected', then)).toEqual(state === 'rejected' ? unchanged : ended)
        expect(decline('invite', 'revoked', then)).toEqual(state === 'revoked' ? unchanged : ended)
        // A closed or expired proposal ended without a decision, so `accept` refuses it because of the obstacle that exists now.
        const undecided = state === 'closed' || state === 'expired'
        expect(accept('invite', then)).toEqual(
          state === 'accepted' ? unchanged : undecided ? refused(obstacle) : ended,
        )
      }
    },
  )

  test('is found by its id; without an id, the newest invite is found', () => {
    const proposals = [proposal('rejected', 'invite', 'old'), proposal('pending', 'invite', 'new')]
    expect(accept('invite', situation({ proposals }))).toMatchObject({
      kind: 'transition',
      proposal: proposals[1],
    })
    expect(accept('invite', situation({ proposals }), 'old')).toEqual(refused('proposal_rejected'))
  })
})
