import { expect, test } from 'vitest'
import { readConfig } from './config.ts'

test('the default configuration listens on localhost with an embedded database', () => {
  const config = readConfig({})
  expect(config).toMatchObject({
    port: 8080,
    host: '127.0.0.1',
    databaseUrl: null,
    smtpUrl: null,
    trustProxy: [],
    diskWarning: 1_073_741_824,
  })
  expect(config.passwordPolicy).toMatchObject({ minLength: 6, maxLength: 256, numeric: false })
  expect(config.mailFrom).toEqual({ name: 'Minbar', address: 'no-reply@localhost' })
})

test('DATABASE_URL keeps connection options that do not set default_transaction_read_only', () => {
  const databaseUrl = 'postgres://db/minbar?options=-c%20search_path%3Dminbar'
  expect(readConfig({ DATABASE_URL: databaseUrl, PGOPTIONS: '-c jit=off' })).toMatchObject({ databaseUrl })
})

test.each([
  ['no-reply@minbar.example', 'Minbar'],
  ['<no-reply@minbar.example>', 'Minbar'],
  ['Our masjids <no-reply@minbar.example>', 'Our masjids'],
  ['Masjid, Inc. <no-reply@minbar.example>', 'Masjid, Inc.'],
  ['"Masjid, Inc." <no-reply@minbar.example>', 'Masjid, Inc.'],
  ['"Masjid @ Dearborn" <no-reply@minbar.example>', 'Masjid @ Dearborn'],
  ['"Minbar: Friday khutbahs" <no-reply@minbar.example>', 'Minbar: Friday khutbahs'],
  ['Masjid für Köln <no-reply@minbar.example>', 'Masjid für Köln'],
])('MAIL_FROM can be %s', (setting, name) => {
  const mailFrom = { name, address: 'no-reply@minbar.example' }
  expect(readConfig({ MAIL_FROM: setting })).toMatchObject({ mailFrom })
})

test('MAIL_FROM can be an address without a dot in its domain', () => {
  const mailFrom = { name: 'Masjid', address: 'no-reply@localhost' }
  expect(readConfig({ MAIL_FROM: 'Masjid <no-reply@localhost>' })).toMatchObject({ mailFrom })
})

test('the sender of letters defaults to no-reply at the host of PUBLIC_URL', () => {
  expect(readConfig({ PUBLIC_URL: 'https://minbar.example/' })).toMatchObject({
    publicUrl: 'https://minbar.example',
    mailFrom: { name: 'Minbar', address: 'no-reply@minbar.example' },
  })
})

test.each([
  [{}, null],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318/' }, 'http://collector:4318/v1/traces'],
  [
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://a', OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://b/traces' },
    'http://b/traces',
  ],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318', OTEL_SDK_DISABLED: 'true' }, null],
  [{ OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' }, null],
])('the environment %j sets the trace URL %s', (env, traceUrl) => {
  expect(readConfig(env).traceUrl).toBe(traceUrl)
})

/** A variable, an invalid value, the error message after the variable's name, and other variables to set. */
type InvalidSetting = [name: string, value: string, sentence: string, others?: Record<string, string>]

const postgresUrlSentence = 'must be a URL that starts with postgres:// or postgresql://.'
const httpUrlSentence = 'must be a URL that starts with http:// or https://.'
const readOnlySentence = 'must not set default_transaction_read_only'
const proxiesSentence = 'must be IP addresses or ranges like 10.0.0.0/8, but it has'
const senderSentence = 'must be an email address, like "Minbar" <no-reply@example.org>, but it is'
const levelsSentence = 'must be one of fatal, error, warn, info, debug, trace, silent, but it is "loud".'

test.each<InvalidSetting>([
  ['PORT', '80a', 'must be a whole number from 0 to 65535, but it is "80a".'],
  ['PORT', '70000', 'must be a whole number from 0 to 65535, but it is "70000".'],
  ['DATABASE_URL', 'mysql://x', postgresUrlSentence],
  [
    'DATABASE_URL',
    'postgres://db/minbar?options=-c%20default_transaction_read_only%3Doff',
    `${readOnlySentence}: it would open a database that npm run move has closed.`,
  ],
  [
    'DATABASE_URL',
    'postgres://db/minbar?options=-c+jit=off&options=--Default-Transaction-Read\\-Only=off',
    readOnlySentence,
  ],
  [
    'DATABASE_URL',
    'postgres://db/minbar?sslmode=verify-full&sslrootcert=/no/such/root.pem',
    'has sslrootcert=/no/such/root.pem, but this file cannot be read: ENOENT',
  ],
  ['DATABASE_URL', 'postgres://db/minbar?sslkey=/', 'has sslkey=/, but this file cannot be read: EISDIR'],
  ['PGOPTIONS', '-cdefault_transaction_read_only=0', readOnlySentence],
  ['PUBLIC_URL', 'minbar.example', httpUrlSentence],
  ['SMTP_URL', 'http://mail', 'must be a URL that starts with smtp:// or smtps://.'],
  ['SMTP_URL', 'smtp://', 'must have a host, like smtp://mail.example.org.'],
  ['SMTP_URL', 'smtps://user:secret@', 'must be a URL'],
  ['DONATION_URL', 'javascript:alert(1)', 'must be a URL that starts with https://.'],
  ['LOG_LEVEL', 'loud', levelsSentence],
  ['DATABASE_POOLER', 'session', 'must be one of none, transaction, but it is "session".'],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318', httpUrlSentence],
  [
    'OTEL_EXPORTER_OTLP_PROTOCOL',
    'grpc',
    'must be one of http/json, but it is "grpc".',
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' },
  ],
  ['PASSWORD_NUMERIC', '1', 'must be one of yes, no, but it is "1".'],
  [
    'PASSWORD_MAX_LENGTH',
    '10',
    'must be a whole number from 20 to 1024, but it is "10".',
    { PASSWORD_MIN_LENGTH: '20' },
  ],
  ['TRUST_PROXY', '10.0.0.1, proxy.example', `${proxiesSentence} "proxy.example".`],
  ['TRUST_PROXY', '10.0.0.0/33', `${proxiesSentence} "10.0.0.0/33".`],
  ['TRUST_PROXY', '0.0.0.0/0', `${proxiesSentence} "0.0.0.0/0".`],
  ['MAIL_FROM', 'Our masjids', `${senderSentence} "Our masjids".`],
  ['MAIL_FROM', 'no-reply@', `${senderSentence} "no-reply@".`],
  ['MAIL_FROM', 'a b@c d', `${senderSentence} "a b@c d".`],
  ['MAIL_FROM', 'Masjid <a b@c.example>', `${senderSentence} "Masjid <a b@c.example>".`],
  ['MAIL_FROM', 'a@b.example, c@d.example', `${senderSentence} "a@b.example, c@d.example".`],
  ['MAIL_FROM', 'x, y, <a@b.example>', `${senderSentence} "x, y, <a@b.example>".`],
  ['MAIL_FROM', 'Masjid (Detroit) <a@b.example>', `${senderSentence} "Masjid (Detroit) <a@b.example>".`],
  ['MAIL_FROM', 'a:b@c.example', `${senderSentence} "a:b@c.example".`],
  ['MAIL_FROM', 'Minbar: Fridays <a@b.example>', `${senderSentence} "Minbar: Fridays <a@b.example>".`],
  ['MAIL_FROM', 'Minbar "Dearborn <a@b.example>', `${senderSentence} "Minbar "Dearborn <a@b.example>".`],
  [
    'PUBLIC_URL',
    'https://minbar.example/khutbahs',
    'must have only a host, like https://minbar.example, and no path.',
  ],
  ['METRICS_TOKEN', 'short', 'must have 32 to 200 letters, digits and symbols, without spaces.'],
  ['METRICS_TOKEN', `${'a'.repeat(32)} b`, 'must have 32 to 200 letters'],
  ['MAILBOX', 'yes', 'cannot be "yes" together with TRUST_PROXY', { TRUST_PROXY: '127.0.0.1' }],
  ['MAILBOX', 'yes', 'cannot be "yes" together with', { PUBLIC_URL: 'https://minbar.example' }],
  ['DISK_WARNING', '5 GB', 'must be a whole number from 0 to 100000000, but it is "5 GB".'],
  ['LIMIT_SIGN_IN', 'ten', 'must be calls/seconds like 10/300, but it is "ten".'],
  ['LIMIT_SIGN_UP', '0/60', 'must be calls/seconds like 10/300, but it is "0/60".'],
])('%s=%s is rejected with a sentence that names the variable', (name, value, sentence, others = {}) => {
  expect(() => readConfig({ ...others, [name]: value })).toThrow(`${name} ${sentence}`)
})
