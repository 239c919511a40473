/** Settings that turn off the rate limits. All demo people share the IP address of this machine. */
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
