import { msg } from '@lingui/core/macro'
import { addFailureMessages, type InvitationFailureCode } from '../app/failure-messages.ts'

// Not in the list of all failures, which every screen loads.
addFailureMessages<InvitationFailureCode>({
  already_member: msg`This person is a member already.`,
  not_invited: msg`This invitation is for another email. Please sign in with the account that has it.`,
})
