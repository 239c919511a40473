import { parseArgs } from 'node:util'

export interface DemoOptions {
  readonly help: boolean
  /** A CSV file of masjids; without it the demo's own are taken. */
  readonly masjids: string | undefined
  readonly khateebs: number
  /** The origin of a running server; without it one is started. */
  readonly url: string | undefined
}

/** An option that cannot be used; the message is one sentence. */
export class WrongOption extends Error {
  override readonly name = 'WrongOption'
}

export const helpText = `npm run demo -- [options]

Fills a database with made-up people, through the calls that everybody makes: masjids
and khateebs sign up, eight Fridays are posted, invites and requests go back and forth.
Run it again to add the Fridays that have come into sight; nobody signs up twice.
All e-mails end in .example, so no letter leaves this machine.

  --url http://localhost:8080  fill a server that runs. Start it with
                               LIMIT_UNCONFIRMED_PROPOSAL=100000/1, since nobody of the demo
                               confirms an e-mail, and with the same value of LIMIT_SIGN_UP,
                               LIMIT_SIGN_IN and LIMIT_PROPOSAL, or it asks to wait.
                               Without it a server is started for as long as it takes, on
                               DATABASE_URL or on the embedded database in DATA_DIR.
  --masjids FILE.csv           sign up these masjids instead of made-up ones. The first
                               line names the columns: name, address, zip, and any others.
                               Rows that cannot be used are named with the reason.
  --khateebs 30                how many khateebs
  --help                       this text`

/** Reads the command's options; throws WrongOption. */
export function readOptions(args: readonly string[]): DemoOptions {
  const { values } = parse(args)
  return {
    help: values.help,
    masjids: values.masjids,
    khateebs: count('--khateebs', values.khateebs),
    url: values.url === undefined ? undefined : origin(values.url),
  }
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        help: { type: 'boolean', short: 'h', default: false },
        masjids: { type: 'string' },
        khateebs: { type: 'string', default: '30' },
        url: { type: 'string' },
      },
    })
  } catch (error) {
    throw new WrongOption(
      `${error instanceof Error ? error.message : String(error)}. See npm run demo -- --help`,
    )
  }
}

function count(name: string, value: string): number {
  if (!/^\d{1,5}$/u.test(value))
    throw new WrongOption(`${name} must be a number from 0 to 99999, but it is "${value}".`)
  return Number(value)
}

function origin(value: string): string {
  const url = URL.canParse(value) ? new URL(value) : undefined
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') {
    throw new WrongOption(`--url must be an address like http://localhost:8080, but it is "${value}".`)
  }
  return url.origin
}
