import { msg } from '@lingui/core/macro'
import { type AccountFailureCode, addFailureMessages } from '../../app/failure-messages.ts'

// Not in the list of all failures, which every screen loads.
addFailureMessages<AccountFailureCode>({
  too_many_passkeys: msg`You have 20 passkeys. Please remove one first.`,
  already_khateeb: msg`You are a khateeb already.`,
  too_many_parties: msg`An account can have at most 20 masjids and khateeb profiles.`,
  last_owner: msg`A masjid needs an owner. Please make another member an owner, or delete the masjid, first.`,
  too_many_members: msg`A masjid can have at most 100 members and invitations. Please remove some first.`,
  email_not_confirmed: msg`Please confirm your own email first. Follow the link that we sent you.`,
})
