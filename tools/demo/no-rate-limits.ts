/**
 * Settings that turn off the rate limits, because all demo people share the IP address of this machine. A setting is `calls/seconds`, so
 * each limit is a hundred million calls a second.
 */
export const noRateLimits = Object.fromEntries(
  [
    'SIGN_IN',
    'SIGN_IN_ACCOUNT',
    'SIGNED_IN',
    'SIGN_UP',
    'RESET',
    'LOOKUP',
    'CHANGE',
    'PROPOSAL',
    'UNCONFIRMED_PROPOSAL',
  ].map((it) => [`LIMIT_${it}`, '100000000/1']),
)
