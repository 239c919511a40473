import { expect, test } from 'vitest'
import { databaseSettingHint } from '../move-state.ts'
import { databaseLabel } from './connection.ts'

// The parameters of a URL are left out, because one of them may be the password. A URL without a host uses a socket of this machine.
test.each([
  ['postgres://u:secret@db.example.org:5433/minbar', 'db.example.org:5433/minbar'],
  ['postgres:///minbar?host=/var/run/postgresql&password=secret', 'localhost/minbar'],
])('databaseSettingHint names the database of a URL, never its password or socket folder', (url, name) => {
  expect(databaseLabel(url)).toBe(name)
  expect(databaseSettingHint(databaseLabel(url))).toBe(`set DATABASE_URL to the address of ${name}`)
})
