import { describe, expect, test } from 'vitest'
import type { AcceptanceContext, Proposal, ProposalState } from './proposal.ts'
import { judgeAcceptance, judgeProposal, judgeRejectOrRevoke } from './proposal-rules.ts'

const startsAt = new Date('2026-12-04T18:00:00Z')
const instantBeforeStart = new Date(startsAt.getTime() - 1)
const instantAfterStart = new Date(startsAt.getTime() + 1)

function proposal(state: ProposalState, direction: Proposal['direction'] = 'invite', id = 'one'): Proposal {
  return { id, direction, state }
}

const refused = (why: string) => ({ kind: 'refused', why })

function context(
  changes: Partial<AcceptanceContext> = {},
  slot: Partial<AcceptanceContext['slot']> = {},
): AcceptanceContext {
  return {
    now: instantBeforeStart,
    khateebBusy: false,
    seenStart: null,
    blockedBy: [],
    approval: { approvedOnly: false, mark: null },
    assignmentEnd: undefined,
    proposals: [],
    earlierDirections: [],
    ...changes,
    slot: { startsAt, removed: false, filled: false, ...slot },
  }
}

describe('sending an invite or a request', () => {
  test('creates a proposal for an open slot up to and including its start', () => {
    expect(judgeProposal('invite', context())).toEqual({ kind: 'create' })
    expect(judgeProposal('request', context({ now: startsAt }))).toEqual({ kind: 'create' })
    expect(judgeProposal('request', context({ now: instantAfterStart }))).toEqual(refused('slot_past'))
  })

  test('is idempotent, and is refused when a proposal of the other side is pending', () => {
    const proposals = [proposal('pending')]
    expect(judgeProposal('invite', context({ proposals }))).toEqual({
      kind: 'unchanged',
      proposal: proposals[0],
    })
    expect(judgeProposal('request', context({ proposals }))).toEqual(refused('already_invited'))
    expect(judgeProposal('invite', context({ proposals: [proposal('pending', 'request')] }))).toEqual(
      refused('already_requested'),
    )
  })

  test('is refused for a filled slot, a removed slot and a khateeb who is booked at that hour', () => {
    expect(judgeProposal('invite', context({}, { filled: true }))).toEqual(refused('slot_taken'))
    expect(judgeProposal('invite', context({ khateebBusy: true }))).toEqual(refused('khateeb_busy'))
    expect(judgeProposal('invite', context({}, { removed: true }))).toEqual(refused('not_found'))
  })

  test('is refused for both sides after a block, with a code that says which side blocked the other', () => {
    const byKhateeb = context({ blockedBy: ['khateeb'] })
    expect(judgeProposal('invite', byKhateeb)).toEqual(refused('not_accepting'))
    expect(judgeProposal('request', byKhateeb)).toEqual(refused('you_blocked'))
    const byMasjid = context({ blockedBy: ['masjid'] })
    expect(judgeProposal('invite', byMasjid)).toEqual(refused('you_blocked'))
    expect(judgeProposal('request', byMasjid)).toEqual(refused('not_accepting'))
    expect(judgeProposal('request', context({ blockedBy: ['khateeb', 'masjid'] }))).toEqual(
      refused('not_accepting'),
    )
  })

  test('is possible three times for each side and slot', () => {
    const twice = [proposal('rejected'), proposal('revoked')]
    expect(judgeProposal('invite', context({ proposals: twice }))).toEqual({ kind: 'create' })
    const thrice = [...twice, proposal('closed')]
    expect(judgeProposal('invite', context({ proposals: thrice }))).toEqual(refused('too_many_proposals'))
    expect(judgeProposal('request', context({ proposals: thrice }))).toEqual({ kind: 'create' })
  })

  test('counts proposals for a removed slot of the same date and time toward the limit of three', () => {
    const again = {
      proposals: [proposal('rejected')],
      earlierDirections: ['invite', 'request', 'invite'],
    } as const
    expect(judgeProposal('invite', context(again))).toEqual(refused('too_many_proposals'))
    expect(judgeProposal('request', context(again))).toEqual({ kind: 'create' })
  })
})

test.each([
  ['sending a pending proposal', (it: AcceptanceContext) => judgeProposal('invite', it), 'pending'],
  ['accepting an accepted proposal', (it: AcceptanceContext) => judgeAcceptance('invite', it), 'accepted'],
] as const)('%s again is refused if the slot has another start than the caller saw', (_, judge, state) => {
  const proposals = [proposal(state)]
  expect(judge(context({ proposals, seenStart: instantBeforeStart }))).toEqual(refused('start_changed'))
  expect(judge(context({ proposals, seenStart: startsAt }))).toMatchObject({ kind: 'unchanged' })
})

describe('a pending proposal', () => {
  const proposals = [proposal('pending')]

  test('can be accepted, rejected or revoked', () => {
    expect(judgeAcceptance('invite', context({ proposals }))).toMatchObject({
      kind: 'transition',
      to: 'accepted',
    })
    for (const to of ['rejected', 'revoked'] as const) {
      expect(judgeRejectOrRevoke('invite', to, context({ proposals }))).toMatchObject({
        kind: 'transition',
        to,
      })
    }
  })

  test('cannot be accepted if the slot is filled, past or removed, or if the khateeb is booked, and cannot be rejected if the slot is past', () => {
    const refusals = [
      judgeAcceptance('invite', context({ proposals }, { filled: true })),
      judgeAcceptance('invite', context({ proposals, now: instantAfterStart })),
      judgeAcceptance('invite', context({ proposals }, { removed: true })),
      judgeAcceptance('invite', context({ proposals, khateebBusy: true })),
      judgeRejectOrRevoke('invite', 'rejected', context({ proposals, now: instantAfterStart })),
    ]
    expect(refusals.map((it) => it.kind === 'refused' && it.why)).toEqual([
      'slot_taken',
      'slot_past',
      'proposal_closed',
      'khateeb_busy',
      'proposal_expired',
    ])
  })

  test('is not found by another id or in the other direction', () => {
    expect(judgeAcceptance('request', context({ proposals }))).toEqual(refused('not_found'))
    expect(judgeAcceptance('invite', context({ proposals }), 'two')).toEqual(refused('not_found'))
  })
})

describe('a proposal that is no longer pending', () => {
  const decided = ['accepted', 'rejected', 'revoked', 'closed', 'expired'] as const

  test.each(decided)(
    'and is %s ignores a repeated decision, and refuses other decisions with a failure that contains its state',
    (state) => {
      const proposals = [proposal(state)]
      const asked = [
        { to: 'accepted', verdict: judgeAcceptance('invite', context({ proposals })) },
        { to: 'rejected', verdict: judgeRejectOrRevoke('invite', 'rejected', context({ proposals })) },
        { to: 'revoked', verdict: judgeRejectOrRevoke('invite', 'revoked', context({ proposals })) },
      ]
      for (const { to, verdict } of asked) {
        expect(verdict).toEqual(
          to === state ? { kind: 'unchanged', proposal: proposals[0] } : refused(`proposal_${state}`),
        )
      }
    },
  )

  test.each([
    ['has begun', { now: instantAfterStart }, {}, 'slot_past'],
    ['was removed', {}, { removed: true }, 'proposal_closed'],
    ['has another khateeb by now', {}, { filled: true }, 'slot_taken'],
    ['overlaps another booking of the khateeb', { khateebBusy: true }, {}, 'khateeb_busy'],
  ] as const)(
    'keeps its state if its slot %s, and the refusal of a closed or expired proposal names this obstacle',
    (_, changes, slot, obstacle) => {
      for (const state of decided) {
        const proposals = [proposal(state)]
        const then = context({ ...changes, proposals }, slot)
        const unchanged = { kind: 'unchanged', proposal: proposals[0] }
        const ended = refused(`proposal_${state}`)
        expect(judgeRejectOrRevoke('invite', 'rejected', then)).toEqual(
          state === 'rejected' ? unchanged : ended,
        )
        expect(judgeRejectOrRevoke('invite', 'revoked', then)).toEqual(
          state === 'revoked' ? unchanged : ended,
        )
        // A closed or expired proposal ended without a decision, so the refusal names the obstacle that exists now.
        const undecided = state === 'closed' || state === 'expired'
        expect(judgeAcceptance('invite', then)).toEqual(
          state === 'accepted' ? unchanged : undecided ? refused(obstacle) : ended,
        )
      }
    },
  )

  test('cannot be accepted again after its khateeb’s assignment has ended', () => {
    const accepted = { proposals: [proposal('accepted')] }
    const verdictAfter = (assignmentEnd: AcceptanceContext['assignmentEnd']) =>
      judgeAcceptance('invite', context({ ...accepted, assignmentEnd }))
    expect(verdictAfter(null)).toEqual({ kind: 'unchanged', proposal: accepted.proposals[0] })
    expect(verdictAfter('withdrawn')).toEqual(refused('assignment_withdrawn'))
    expect(verdictAfter('removed')).toEqual(refused('assignment_removed'))
    expect(verdictAfter('slot_removed')).toEqual(refused('assignment_removed'))
  })

  test('is found by its id; without an id, the newest invite is found', () => {
    const proposals = [proposal('rejected', 'invite', 'old'), proposal('pending', 'invite', 'new')]
    expect(judgeAcceptance('invite', context({ proposals }))).toMatchObject({
      kind: 'transition',
      proposal: proposals[1],
    })
    expect(judgeAcceptance('invite', context({ proposals }), 'old')).toEqual(refused('proposal_rejected'))
  })
})
