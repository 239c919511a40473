import type { AccountLimit, IpAddressLimit } from '../../contract/endpoint.ts'
import type { Config } from '../config.ts'
import { narrowestNetworkOf, networksOf } from '../http/client-network.ts'
import type { Caller } from '../http/route.ts'
import type { RateLimit } from '../rate-limit.ts'
import { type Counter, hashedKey } from '../rate-limit-counters.ts'

/**
 * The sign-in limit of an IP address, as a multiple of an account’s limit. Many people may share an address, for example a masjid's Wi-Fi.
 */
const accountsPerAddress = 10

/** The invitation limit of a person, as a multiple of a masjid’s limit. A person may own several masjids. */
const masjidsPerInviter = 3

/** Returns all rate limit counters, each with its limit from the configuration. */
export function rateLimitDefinitions(limits: Config['limits']) {
  const signInLimit = limits.sign_in
  const addressLimits: Readonly<Record<IpAddressLimit, RateLimit>> = {
    sign_in: { ...signInLimit, calls: signInLimit.calls * accountsPerAddress },
    sign_up: limits.sign_up,
    reset: limits.reset,
    lookup: limits.lookup,
  }
  const ofAccount = (name: keyof Config['limits'], { personId }: Caller) =>
    counter(name, hashedKey(personId), limits[name])

  return {
    /** The calls from an IP address, counted in each network that contains the address. Wider networks have multiples of the limit. */
    byAddress: (name: IpAddressLimit, address: string): Counter[] =>
      networksOf(address).map((network) => {
        const limit = addressLimits[name]
        return counter(name, network.name, { ...limit, calls: limit.calls * network.times })
      }),
    byAccount: (limit: AccountLimit, caller: Caller): Counter[] => [
      ofAccount('change', caller),
      ...(limit === 'proposal' ? [ofAccount('proposal', caller)] : []),
    ],
    proposals: (caller: Caller): Counter => ofAccount('proposal', caller),
    /** The proposals of a person with an unverified email. */
    unconfirmedProposals: (caller: Caller): Counter => ({
      ...ofAccount('unconfirmed_proposal', caller),
      failure: 'email_unconfirmed',
    }),
    /** Wrong passwords for an account: from each IP address, in total, and from each known browser. */
    wrongPasswords: {
      fromAddress: (email: string, address: string) =>
        counter('sign_in_pair', `${hashedKey(email)}:${narrowestNetworkOf(address)}`, signInLimit),
      fromAnywhere: (email: string) => counter('sign_in_account', hashedKey(email), limits.sign_in_account),
      fromBrowser: (email: string, device: string) =>
        counter('sign_in_device', `${hashedKey(email)}:${hashedKey(device)}`, signInLimit),
    },
    /** Correct passwords for an account. */
    correctPasswords: (email: string) => counter('signed_in', hashedKey(email), limits.signed_in),
    /** Wrong codes of an account's authenticator app. */
    codes: (email: string) => counter('second_factor', hashedKey(email), limits.second_factor),
    /** The invitations to members and khateebs by one masjid’s owners, and by one person for all their masjids. */
    invitations: ({ uid, personId }: Caller): Counter[] => {
      const limit = limits.member_invitation
      return [
        counter('member_invitation', hashedKey(uid), limit),
        counter('inviting_person', hashedKey(personId), { ...limit, calls: limit.calls * masjidsPerInviter }),
      ]
    },
    /** Letters to an email address, counted for each kind. */
    letters: {
      link: (email: string) => counter('reset_account', hashedKey(email), limits.reset_account),
      invitation: (email: string) => counter('invitation', hashedKey(email), limits.reset_account),
      welcome: (email: string) => counter('welcome', hashedKey(email), limits.reset_account),
      password_change: (email: string) => counter('password_change', hashedKey(email), limits.reset_account),
    },
  }
}

function counter(name: string, key: string, limit: RateLimit): Counter {
  return { key: `${name}:${key}`, limit }
}
