/** Whether this run is of the long forms (`npm run verify`): more rounds, longer histories, and times beside their bounds. */
export const isVerifyRun = process.env['VERIFY'] === '1'
