import { expect, test } from 'vitest'
import { refusalByApproval } from './approval.ts'

test.each([
  { approvedOnly: false, mark: null, request: null, invite: null },
  { approvedOnly: false, mark: 'approved', request: null, invite: null },
  { approvedOnly: true, mark: 'approved', request: null, invite: null },
  { approvedOnly: true, mark: null, request: 'approval_needed', invite: 'khateeb_not_approved' },
  { approvedOnly: true, mark: 'not_wanted', request: 'approval_needed', invite: 'khateeb_not_wanted' },
  { approvedOnly: false, mark: 'not_wanted', request: 'requests_not_taken', invite: 'khateeb_not_wanted' },
] as const)(
  'if the masjid’s mark is $mark and approvedOnly is $approvedOnly, a request is refused with $request, and an invite with $invite (null: allowed)',
  ({ request, invite, ...approval }) => {
    expect(refusalByApproval('khateeb', approval)).toBe(request)
    expect(refusalByApproval('masjid', approval)).toBe(invite)
  },
)
