import { expect, test } from 'vitest'
import { findMisspelledSettings } from './setting-names.ts'

test.each([
  ['DATABASE_ULR', 'DATABASE_URL'],
  ['DATABSE_URL', 'DATABASE_URL'],
  ['DATABASE_URI', 'DATABASE_URL'],
  ['DATABASE_POOLERS', 'DATABASE_POOLER'],
  ['SMPT_URL', 'SMTP_URL'],
  ['TRUST_PROXIES', 'TRUST_PROXY'],
  ['LIMIT_SIGNIN', 'LIMIT_SIGN_IN'],
  ['METRIC_TOKEN', 'METRICS_TOKEN'],
])('the doctor reports %s as a misspelled %s', (name, setting) => {
  expect(findMisspelledSettings({ [name]: 'x' })).toMatchObject([
    { verdict: 'warning', sentence: `${name} is not a setting: did you mean ${setting}?` },
  ])
})

test.each([
  'DATABASE_USER',
  'DATABASE_SSL',
  'DATABASE_PORT',
  'DATABASE_DB',
  'DATABASE_DSN',
  'HTTP_URL',
  'MAILTO',
  'MAIL_TO',
])('the doctor does not take %s, which other programs use, for a misspelled setting', (name) => {
  expect(findMisspelledSettings({ [name]: 'x' })).toEqual([])
})
