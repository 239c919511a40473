import type { AccountLimit, AddressLimit } from '../../contract/endpoint.ts'
import type { Config, Limit } from '../config.ts'
import { type Counter, hashedKey } from '../counters/rate-limit-counters.ts'
import { networkOf, networksOf } from '../http/client-network.ts'
import type { Caller } from '../http/route.ts'

/** An address may be a whole masjid's wifi, so it may try this many times what it may try of one account. */
const accountsPerAddress = 10

/** The counters of the product, each with its limit from the configuration. */
export function rateLimitDefinitions(limits: Config['limits']) {
  const tries = limits.sign_in
  const addressLimits: Readonly<Record<AddressLimit, Limit>> = {
    sign_in: { ...tries, calls: tries.calls * accountsPerAddress },
    sign_up: limits.sign_up,
    reset: limits.reset,
    lookup: limits.lookup,
  }
  const ofAccount = (name: keyof Config['limits'], { uid }: Caller) => counter(name, hashedKey(uid), limits[name])

  return {
    /** The calls of an address, counted in all its networks, the wider ones with multiples of the limit. */
    byAddress: (name: AddressLimit, address: string): Counter[] =>
      networksOf(address).map((network) => {
        const limit = addressLimits[name]
        return counter(name, network.name, { ...limit, calls: limit.calls * network.times })
      }),
    /** The calls of an account. */
    byAccount: (limit: AccountLimit, caller: Caller): Counter[] => [
      ofAccount('change', caller),
      ...(limit === 'proposal' ? [ofAccount('proposal', caller)] : []),
    ],
    /** The proposals of an account whose e-mail isn't confirmed; other accounts have no such counter. */
    unconfirmedProposals: (limit: AccountLimit, caller: Caller): Counter | undefined =>
      limit === 'proposal' && !caller.emailVerified
        ? { ...ofAccount('unconfirmed_proposal', caller), failure: 'email_unconfirmed' }
        : undefined,
    /** The wrong passwords of an account from an address, from anywhere, and from a known browser. */
    tries: {
      fromAddress: (email: string, address: string) =>
        counter('sign_in_pair', `${hashedKey(email)}:${networkOf(address)}`, tries),
      fromAnywhere: (email: string) => counter('sign_in_account', hashedKey(email), limits.sign_in_account),
      fromBrowser: (email: string, device: string) =>
        counter('sign_in_device', `${hashedKey(email)}:${hashedKey(device)}`, tries),
    },
    /** The right passwords of an account. */
    correctPasswords: (email: string) => counter('signed_in', hashedKey(email), limits.signed_in),
    /** The letters to an address, by their kind. */
    letters: {
      link: (email: string) => counter('reset_account', hashedKey(email), limits.reset_account),
      welcome: (email: string) => counter('welcome', hashedKey(email), limits.reset_account),
      password_change: (email: string) => counter('password_change', hashedKey(email), limits.reset_account),
    },
  }
}

function counter(name: string, key: string, limit: Limit): Counter {
  return { key: `${name}:${key}`, limit }
}
