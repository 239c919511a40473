/** Whether this is `npm run verify`, which runs more rounds and longer histories, and also measures times. */
export const isVerifyRun = process.env['VERIFY'] === '1'
