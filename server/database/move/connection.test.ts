import { expect, test } from 'vitest'
import { settingInstruction } from '../move-state.ts'
import { nameOfUrl } from './connection.ts'

test.each([
  ['postgres://u:secret@db.example.org:5433/minbar', 'db.example.org:5433/minbar'],
  ['postgres:///minbar?host=/var/run/postgresql&password=secret', 'localhost/minbar'],
])('settingInstruction names the database of a URL, never its password or socket folder', (url, name) => {
  expect(nameOfUrl(url)).toBe(name)
  expect(settingInstruction(nameOfUrl(url))).toBe(`set DATABASE_URL to the address of ${name}`)
})
