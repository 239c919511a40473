import { CommandError, parseCommand } from '../terminal/command-error.ts'

export type DemoOptions = ReturnType<typeof readOptions>

export const helpText = `npm run demo -- [options]

Fills a database with made-up people through the public API: masjids and khateebs sign up,
masjids post eight Fridays, invites and requests are sent and answered. If you run it again,
it keeps the people and only adds new Fridays. All emails end in .example, so no letter
leaves this machine.

  --url http://localhost:8080  fill a running server. Start that server with
                               LIMIT_UNCONFIRMED_PROPOSAL=100000/1, because the demo people
                               never confirm their email. Set LIMIT_SIGN_UP, LIMIT_SIGN_IN and
                               LIMIT_PROPOSAL to the same value, or the demo has to wait.
                               Without --url, the demo starts a server while it runs, on
                               DATABASE_URL or on the embedded database in DATA_DIR.
  --masjids FILE.csv           use these masjids instead of made-up ones. The first line has
                               the column names: name, address, zip, and any others. The demo
                               lists the rows that it skips, each with the reason.
  --khateebs 30                number of khateebs
  --help                       this text`

/** Parses the command line. Throws CommandError. */
export function readOptions(args: readonly string[]) {
  const { values } = parseCommand('demo', {
    args: [...args],
    options: {
      help: { type: 'boolean', short: 'h', default: false },
      masjids: { type: 'string' },
      khateebs: { type: 'string', default: '30' },
      url: { type: 'string' },
    },
  })
  return {
    help: values.help,
    /** The path of a CSV file with masjids to use instead of the sample masjids. */
    masjids: values.masjids,
    khateebs: parseCount('--khateebs', values.khateebs),
    /** The origin of a running server. If undefined, the demo starts a server. */
    url: values.url === undefined ? undefined : parseOrigin(values.url),
  }
}

function parseCount(name: string, value: string): number {
  if (!/^\d{1,5}$/u.test(value))
    throw new CommandError(`${name} must be a number from 0 to 99999, but it is "${value}".`)
  return Number(value)
}

function parseOrigin(value: string): string {
  const url = URL.canParse(value) ? new URL(value) : undefined
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') {
    throw new CommandError(`--url must be an address like http://localhost:8080, but it is "${value}".`)
  }
  return url.origin
}
