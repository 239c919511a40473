/** Whether this is `npm run verify`, which runs more cases and longer sequences of calls, and also measures times. */
export const isVerifyRun = process.env['VERIFY'] === '1'
