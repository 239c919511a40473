import nodemailer from 'nodemailer'
import type { Config } from '../../server/config.ts'
import { errorReason } from '../../server/error-reason.ts'
import { type Check, type CheckResult, failed, ok, warning } from './check.ts'
import { isLoopback } from './public-address.ts'
import { withTimeout } from './with-timeout.ts'

/** The timeout in milliseconds of an attempt to connect and log in. */
const smtpTimeout = 8_000

/** Checks that the mail server accepts an encrypted connection and the login. Also checks the sender of letters. Sends no letter. */
export const checkMail: Check = async ({ config }) => {
  const { smtpUrl, dataDir } = config
  if (smtpUrl === null) {
    return warning(`SMTP_URL is not set, so no letters are sent: they are written to ${dataDir}/letters.`)
  }
  const { hostname, port, username } = new URL(smtpUrl)
  const server = port === '' ? hostname : `${hostname}:${port}`
  const refusal = await failureReason(connect(smtpUrl, false))
  if (refusal !== undefined) {
    return failed(
      `The mail server ${server} refuses Minbar (${refusal}): correct SMTP_URL, or ask the operator of the mail server.`,
    )
  }
  const accepted = username === '' ? 'accepts connections without a login' : 'accepts the login'
  const isLocal = isLoopback(smtpUrl)
  const isClear =
    !isLocal && smtpUrl.startsWith('smtp:') && (await failureReason(connect(smtpUrl, true))) !== undefined
  const connection = isClear
    ? warning(
        `The mail server ${server} ${accepted}, but the connection is not encrypted: use its port with TLS (smtps://…:465, or smtp://…:587).`,
      )
    : ok(`The mail server ${server} ${accepted}.`)
  return [connection, { check: 'mail sender', ...judgeSender(config) }]
}

/** Connects, and logs in if the URL has a login. */
async function connect(url: string, requireTLS: boolean): Promise<void> {
  const transport = nodemailer.createTransport({
    url,
    requireTLS,
    connectionTimeout: smtpTimeout,
    greetingTimeout: smtpTimeout,
    socketTimeout: smtpTimeout,
    dnsTimeout: smtpTimeout,
  })
  try {
    await withTimeout(smtpTimeout, transport.verify())
  } finally {
    transport.close()
  }
}

function failureReason(work: Promise<void>): Promise<string | undefined> {
  return work.then(() => undefined, errorReason)
}

function judgeSender({ mailFrom: { address }, publicUrl }: Config): CheckResult {
  const domain = address.slice(address.lastIndexOf('@') + 1).toLowerCase()
  if (domain === 'localhost') {
    return failed(
      `Letters come from ${address}, which mail servers refuse: set PUBLIC_URL, or set MAIL_FROM to an address of your domain.`,
    )
  }
  const host = publicUrl === null ? undefined : new URL(publicUrl).hostname
  const mustAllow = `the SPF and DKIM records of ${domain} must allow the mail server`
  if (host === domain || host?.endsWith(`.${domain}`) === true) {
    return ok(`Letters come from ${address}; ${mustAllow}. This command cannot check that.`)
  }
  return warning(
    `Letters come from ${address}, whose domain is not that of PUBLIC_URL: make sure that it is yours; ${mustAllow}.`,
  )
}
