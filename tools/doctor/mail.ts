import nodemailer from 'nodemailer'
import type { Config } from '../../server/config.ts'
import { parseSender } from '../../server/letters/mail-options.ts'
import type { Check } from './check.ts'
import { type Finding, findingsOf } from './finding.ts'
import { errorReason } from './error-reason.ts'
import { withTimeout } from './with-timeout.ts'

const { ok, warning, wrong } = findingsOf('mail')

/** Milliseconds that a mail server gets to greet, encrypt and check the password. */
const answersWithin = 8_000

/** The mail server lets Minbar in, over an encrypted connection. No letter is sent. */
export const checkMail: Check = async ({ config }) => {
  const { smtpUrl, dataDir } = config
  if (smtpUrl === null) {
    return [warning(`SMTP_URL is not set, so nobody gets letters: they become files in ${dataDir}/letters.`)]
  }
  const { hostname, port, username } = new URL(smtpUrl)
  const server = port === '' ? hostname : `${hostname}:${port}`
  const refusal = await why(connect(smtpUrl, false))
  if (refusal !== undefined) {
    return [
      wrong(
        `The mail server ${server} does not let Minbar in (${refusal}): correct SMTP_URL, or ask its operator.`,
      ),
    ]
  }
  const entered = username === '' ? 'takes connections without a login' : 'accepts the login'
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
  const isClear = !isLocal && smtpUrl.startsWith('smtp:') && (await why(connect(smtpUrl, true))) !== undefined
  const connection = isClear
    ? warning(
        `The mail server ${server} ${entered}, but the connection is not encrypted: use its port with TLS (smtps://…:465, or smtp://…:587).`,
      )
    : ok(`The mail server ${server} ${entered}.`)
  return [connection, judgeSender(config)]
}

/** Connects, and logs in where there is a login. */
async function connect(url: string, requireTLS: boolean): Promise<void> {
  const transport = nodemailer.createTransport({
    url,
    requireTLS,
    connectionTimeout: answersWithin,
    greetingTimeout: answersWithin,
    socketTimeout: answersWithin,
    dnsTimeout: answersWithin,
  })
  try {
    await withTimeout(answersWithin, transport.verify())
  } finally {
    transport.close()
  }
}

async function why(work: Promise<void>): Promise<string | undefined> {
  try {
    await work
    return undefined
  } catch (error) {
    return errorReason(error)
  }
}

function judgeSender({ mailFrom, publicUrl }: Pick<Config, 'mailFrom' | 'publicUrl'>): Finding {
  const found = findingsOf('mail sender')
  const { address } = parseSender(mailFrom)
  const domain = address.slice(address.lastIndexOf('@') + 1).toLowerCase()
  if (!address.includes('@') || domain === 'localhost') {
    return found.wrong(
      `Letters come from ${address}, which mail servers refuse: set PUBLIC_URL, or MAIL_FROM to an address of your domain.`,
    )
  }
  const host = publicUrl === null ? undefined : new URL(publicUrl).hostname
  const mustAllow = `the SPF and DKIM records of ${domain} must allow the mail server`
  if (host === domain || host?.endsWith(`.${domain}`) === true) {
    return found.ok(`Letters come from ${address}; ${mustAllow}, which this command cannot see.`)
  }
  return found.warning(
    `Letters come from ${address}, another domain than that of PUBLIC_URL: see that it is yours; ${mustAllow}.`,
  )
}
