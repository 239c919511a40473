import { describe, expect, test } from 'vitest'
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
  expect(config.mailFrom).toBe('no-reply@localhost')
})

test('other connection options of DATABASE_URL are kept', () => {
  const databaseUrl = 'postgres://db/minbar?options=-c%20search_path%3Dminbar'
  expect(readConfig({ DATABASE_URL: databaseUrl, PGOPTIONS: '-c jit=off' })).toMatchObject({ databaseUrl })
})

test('the sender of letters defaults to the public host', () => {
  expect(readConfig({ PUBLIC_URL: 'https://minbar.example/' })).toMatchObject({
    publicUrl: 'https://minbar.example',
    mailFrom: 'no-reply@minbar.example',
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
])('the trace URL of %j is %s', (env, traceUrl) => {
  expect(readConfig(env).traceUrl).toBe(traceUrl)
})

describe('an invalid setting is rejected with a sentence that names its variable', () => {
  test.each([
    [{ PORT: '80a' }, 'PORT must be a whole number from 0 to 65535, but it is "80a".'],
    [{ PORT: '70000' }, 'PORT must be a whole number from 0 to 65535, but it is "70000".'],
    [
      { DATABASE_URL: 'mysql://x' },
      'DATABASE_URL must be a URL that starts with postgres:// or postgresql://.',
    ],
    [
      { DATABASE_URL: 'postgres://db/minbar?options=-c%20default_transaction_read_only%3Doff' },
      'DATABASE_URL must not set default_transaction_read_only: it would open a database that npm run move has closed.',
    ],
    [
      {
        DATABASE_URL: 'postgres://db/minbar?options=-c+jit=off&options=--Default-Transaction-Read\\-Only=off',
      },
      'DATABASE_URL must not set default_transaction_read_only',
    ],
    [
      { PGOPTIONS: '-cdefault_transaction_read_only=0' },
      'PGOPTIONS must not set default_transaction_read_only',
    ],
    [{ PUBLIC_URL: 'minbar.example' }, 'PUBLIC_URL must be a URL that starts with http:// or https://.'],
    [{ SMTP_URL: 'http://mail' }, 'SMTP_URL must be a URL that starts with smtp:// or smtps://.'],
    [{ DONATION_URL: 'javascript:alert(1)' }, 'DONATION_URL must be a URL that starts with https://.'],
    [
      { LOG_LEVEL: 'loud' },
      'LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent, but it is "loud".',
    ],
    [
      { DATABASE_POOLER: 'session' },
      'DATABASE_POOLER must be one of none, transaction, but it is "session".',
    ],
    [
      { OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' },
      'OTEL_EXPORTER_OTLP_ENDPOINT must be a URL that starts with http:// or https://.',
    ],
    [
      { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318', OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' },
      'OTEL_EXPORTER_OTLP_PROTOCOL must be one of http/json, but it is "grpc".',
    ],
    [{ PASSWORD_NUMERIC: '1' }, 'PASSWORD_NUMERIC must be one of yes, no, but it is "1".'],
    [
      { PASSWORD_MIN_LENGTH: '20', PASSWORD_MAX_LENGTH: '10' },
      'PASSWORD_MAX_LENGTH must be a whole number from 20 to 1024, but it is "10".',
    ],
    [
      { TRUST_PROXY: '10.0.0.1, proxy.example' },
      'TRUST_PROXY must be IP addresses or ranges like 10.0.0.0/8, but it has "proxy.example".',
    ],
    [
      { TRUST_PROXY: '10.0.0.0/33' },
      'TRUST_PROXY must be IP addresses or ranges like 10.0.0.0/8, but it has "10.0.0.0/33".',
    ],
    [
      { METRICS_TOKEN: 'short' },
      'METRICS_TOKEN must have 32 to 200 letters, digits and signs, without spaces.',
    ],
    [{ METRICS_TOKEN: `${'a'.repeat(32)} b` }, 'METRICS_TOKEN must have 32 to 200 letters'],
    [{ MAILBOX: 'yes', TRUST_PROXY: '127.0.0.1' }, 'MAILBOX cannot be "yes" together with TRUST_PROXY'],
    [{ MAILBOX: 'yes', PUBLIC_URL: 'https://minbar.example' }, 'MAILBOX cannot be "yes" together with'],
    [{ DISK_WARNING: '5 GB' }, 'DISK_WARNING must be a whole number from 0 to 100000000, but it is "5 GB".'],
    [{ LIMIT_SIGN_IN: 'ten' }, 'LIMIT_SIGN_IN must be calls/seconds like 10/300, but it is "ten".'],
    [{ LIMIT_SIGN_UP: '0/60' }, 'LIMIT_SIGN_UP must be calls/seconds like 10/300, but it is "0/60".'],
  ])('%j', (env, sentence) => {
    expect(() => readConfig(env)).toThrow(sentence)
  })
})
