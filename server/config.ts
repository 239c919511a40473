import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { PasswordPolicy } from '../domain/identity/password-policy.ts'
import { setsReadOnlyDefault } from './database/connection-options.ts'
import { errorReason } from './error-reason.ts'
import { senderAt } from './mail-sender.ts'
import {
  addresses,
  type Environment,
  InvalidSettingError,
  limit,
  oneOf,
  rootUrl,
  secret,
  sender,
  url,
  wholeNumber,
  yesOrNo,
} from './read-setting.ts'

export type Config = Readonly<ReturnType<typeof readConfig>>

/** Whether the site uses https. */
export function isSecure({ publicUrl }: Pick<Config, 'publicUrl'>): boolean {
  return publicUrl?.startsWith('https:') ?? false
}

/** Bytes, as in PostgreSQL and `df -m`. */
const megabyte = 1_048_576

const poolers = ['none', 'transaction'] as const

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

/** Reads the configuration from the environment; throws InvalidSettingError at the first invalid value. */
export function readConfig(env: Environment) {
  const publicUrl = rootUrl(env, 'PUBLIC_URL')
  return {
    port: wholeNumber(env, 'PORT', 8080, 0, 65_535),
    host: env.HOST || '127.0.0.1',
    /** PostgreSQL URL; null for the embedded database in `dataDir`. */
    databaseUrl: databaseUrl(env),
    databaseConnections: wholeNumber(env, 'DATABASE_CONNECTIONS', 10, 1, 1_000),
    /** The kind of connection pooler in front of the database. */
    databasePooler: oneOf(env, 'DATABASE_POOLER', 'none', poolers),
    /**
     * Seconds for which a server that shuts down still accepts calls while `/readyz` fails. The default with the embedded database is 0,
     * because there is no other server that could take the calls.
     */
    drainSeconds: wholeNumber(env, 'DRAIN_SECONDS', env.DATABASE_URL ? 2 : 0, 0, 5),
    dataDir: resolve(env.DATA_DIR || defaultDataDir()),
    /** Bytes of free space on the file system of `dataDir` below which the log warns. */
    diskWarning: wholeNumber(env, 'DISK_WARNING', 1_024, 0, 100_000_000) * megabyte,
    /** Whether to open a `dataDir` that was copied while the server ran, to rescue the data in it. */
    openCopy: yesOrNo(env, 'OPEN_COPY'),
    /** URL of the SMTP server; null to write letters as `.eml` files in `dataDir`. */
    smtpUrl: smtpUrl(env),
    mailFrom:
      sender(env, 'MAIL_FROM') ??
      senderAt(`no-reply@${publicUrl === null ? 'localhost' : new URL(publicUrl).hostname}`),
    /** Origin of links in letters; null to derive it from the port. */
    publicUrl: publicUrl === null ? null : new URL(publicUrl).origin,
    donationUrl: url(env, 'DONATION_URL', ['https:']),
    infoSiteUrl: url(env, 'INFO_SITE_URL', ['https:', 'http:']),
    trustProxy: addresses(env, 'TRUST_PROXY'),
    logLevel: oneOf(env, 'LOG_LEVEL', 'info', logLevels),
    /** Bearer token of /metrics and /forwarded. If null, both respond with 404. */
    metricsToken: secret(env, 'METRICS_TOKEN'),
    /** URL of the OTLP trace collector; null to turn tracing off. */
    traceUrl: traceUrl(env),
    /** Whether to show the letters in `dataDir` at /mailbox: for development only, because their links give access to accounts. */
    mailbox: isMailboxShown(env, publicUrl),
    passwordPolicy: passwordPolicy(env),
    /** Whether owners of masjids need a second factor for what only owners can do. */
    ownersNeedSecondFactor: yesOrNo(env, 'OWNERS_NEED_SECOND_FACTOR'),
    limits: readLimits(env),
  }
}

/** Reads the rate limits. Each limit has the name of its counter. */
function readLimits(env: Environment) {
  return {
    sign_in: limit(env, 'LIMIT_SIGN_IN', '10/300'),
    sign_in_account: limit(env, 'LIMIT_SIGN_IN_ACCOUNT', '100/3600'),
    signed_in: limit(env, 'LIMIT_SIGNED_IN', '100/3600'),
    second_factor: limit(env, 'LIMIT_SECOND_FACTOR', '20/86400'),
    sign_up: limit(env, 'LIMIT_SIGN_UP', '20/3600'),
    reset: limit(env, 'LIMIT_RESET', '20/3600'),
    reset_account: limit(env, 'LIMIT_RESET_ACCOUNT', '5/3600'),
    lookup: limit(env, 'LIMIT_LOOKUP', '120/60'),
    letters: limit(env, 'LIMIT_LETTERS', '10/3600'),
    change: limit(env, 'LIMIT_CHANGE', '300/3600'),
    proposal: limit(env, 'LIMIT_PROPOSAL', '60/3600'),
    unconfirmed_proposal: limit(env, 'LIMIT_UNCONFIRMED_PROPOSAL', '5/86400'),
    member_invitation: limit(env, 'LIMIT_MEMBER_INVITATION', '20/86400'),
  }
}

/**
 * Reads DATABASE_URL, and checks that the files it names can be read. Refuses the option `default_transaction_read_only` in DATABASE_URL
 * and in PGOPTIONS. Checks PGOPTIONS even for the embedded database, because the driver itself reads PGOPTIONS.
 */
function databaseUrl(env: Environment): string | null {
  const value = url(env, 'DATABASE_URL', ['postgres:', 'postgresql:'])
  const parameters = value === null ? new URLSearchParams() : new URL(value).searchParams
  for (const name of ['sslrootcert', 'sslcert', 'sslkey']) requireReadable(name, parameters.get(name))
  const inUrl = parameters.getAll('options')
  for (const [name, options] of Object.entries({ DATABASE_URL: inUrl.join(' '), PGOPTIONS: env.PGOPTIONS })) {
    if (options === undefined || !setsReadOnlyDefault(options)) continue
    throw new InvalidSettingError(
      `${name} must not set default_transaction_read_only: it would open a database that npm run move has closed.`,
    )
  }
  return value
}

/** Checks the file that a parameter of DATABASE_URL names. */
function requireReadable(parameter: string, path: string | null): void {
  if (!path) return
  try {
    readFileSync(path)
  } catch (error) {
    throw new InvalidSettingError(
      `DATABASE_URL has ${parameter}=${path}, but this file cannot be read: ${errorReason(error)}.`,
    )
  }
}

function smtpUrl(env: Environment): string | null {
  const value = url(env, 'SMTP_URL', ['smtp:', 'smtps:'])
  if (value !== null && new URL(value).hostname === '') {
    throw new InvalidSettingError('SMTP_URL must have a host, like smtp://mail.example.org.')
  }
  return value
}

/**
 * Returns a fixed folder if Minbar runs as root: PostgreSQL then runs as another user, who might not be able to enter the current folder.
 */
function defaultDataDir(): string {
  return process.getuid?.() === 0 ? '/var/lib/minbar' : 'data'
}

/** Reads OpenTelemetry's standard variables. The traces endpoint overrides the general one. */
function traceUrl(env: Environment): string | null {
  if (env.OTEL_SDK_DISABLED === 'true') return null
  const own = url(env, 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', ['http:', 'https:'])
  const general = url(env, 'OTEL_EXPORTER_OTLP_ENDPOINT', ['http:', 'https:'])
  const to = own ?? (general === null ? null : `${general.replace(/\/$/, '')}/v1/traces`)
  if (to !== null) oneOf(env, 'OTEL_EXPORTER_OTLP_PROTOCOL', 'http/json', ['http/json'])
  return to
}

/** Reads whether to show the letters. Throws for a site that may be public, because the links in letters give access to accounts. */
function isMailboxShown(env: Environment, publicUrl: string | null): boolean {
  const isShown = yesOrNo(env, 'MAILBOX')
  const isPublic =
    publicUrl !== null && !['localhost', '127.0.0.1', '[::1]'].includes(new URL(publicUrl).hostname)
  if (isShown && (isPublic || addresses(env, 'TRUST_PROXY').length > 0)) {
    throw new InvalidSettingError(
      'MAILBOX cannot be "yes" together with TRUST_PROXY or a PUBLIC_URL that is not localhost.',
    )
  }
  return isShown
}

function passwordPolicy(env: Environment): PasswordPolicy {
  const minLength = wholeNumber(env, 'PASSWORD_MIN_LENGTH', 6, 1, 256)
  return {
    minLength,
    maxLength: wholeNumber(env, 'PASSWORD_MAX_LENGTH', 256, minLength, 1_024),
    lowercase: yesOrNo(env, 'PASSWORD_LOWERCASE'),
    uppercase: yesOrNo(env, 'PASSWORD_UPPERCASE'),
    numeric: yesOrNo(env, 'PASSWORD_NUMERIC'),
    nonAlphanumeric: yesOrNo(env, 'PASSWORD_NON_ALPHANUMERIC'),
  }
}
