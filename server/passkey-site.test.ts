import { expect, test } from 'vitest'
import { passkeySiteOf } from './passkey-site.ts'

test.each([
  ['https://minbar.example', 'minbar.example'],
  ['https://minbar.example:8443', 'minbar.example'],
  ['http://localhost:8080', 'localhost'],
])('passkeys of %s belong to the domain %s', (publicUrl, domain) => {
  expect(passkeySiteOf({ publicUrl })).toEqual({ origin: publicUrl, domain })
})

test.each([
  [null],
  ['http://minbar.example'],
  ['https://192.0.2.1'],
  ['https://[2001:db8::1]'],
  ['http://127.0.0.1:8080'],
])('a site with the public address %s has no passkeys', (publicUrl) => {
  expect(passkeySiteOf({ publicUrl })).toBeNull()
})
