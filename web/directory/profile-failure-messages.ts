import { msg } from '@lingui/core/macro'
import { addFailureMessages, type ProfileFailureCode } from '../app/failure-messages.ts'

// Not in the list of all failures, which every screen loads.
addFailureMessages<ProfileFailureCode>({
  zone_overlap: msg`In the new time zone, a khateeb would have to be in two places at once.`,
  too_many_moves: msg`You have changed the address or time zone five times today, which emails your khateebs. Please wait.`,
})
