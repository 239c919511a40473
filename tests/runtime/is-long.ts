/** Whether this run is of the long forms (`npm run verify`): more rounds, longer histories, and times beside their bounds. */
export const isLong = process.env['VERIFY'] === '1'
