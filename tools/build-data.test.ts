import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { buildData } from './build-data.ts'

test('buildData skips files that are up to date, and leaves no unfinished files', () => {
  buildData()
  expect(buildData()).toEqual([])
  const folders = ['../server/places/', '../server/verse/'].map((folder) => new URL(folder, import.meta.url))
  expect(folders.flatMap((folder) => readdirSync(folder)).filter((name) => name.endsWith('.tmp'))).toEqual([])
})
