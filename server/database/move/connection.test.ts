import { expect, test } from 'vitest'
import { nameOfUrl } from './connection.ts'
import { settingFor } from './state.ts'

test.each([
  ['postgres://u:secret@db.example.org:5433/minbar', 'db.example.org:5433/minbar'],
  ['postgres:///minbar?host=/var/run/postgresql&password=secret', 'localhost/minbar'],
])('settingFor names the database of a URL without the password, and never as a folder', (url, name) => {
  expect(nameOfUrl(url)).toBe(name)
  expect(settingFor(nameOfUrl(url))).toBe(`set DATABASE_URL to the address of ${name}`)
})
