import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { repositoryFolder } from '../../tools/build/repository-paths.ts'
import { groupsIn, readRepositoryFile, scripts } from './repository-text.ts'

const handbook = readRepositoryFile('docs/operations.md')

/** Returns the text between a level-2 heading and the next level-2 heading. */
function section(heading: string): string {
  const [, after = ''] = handbook.split(`\n## ${heading}\n`)
  return after.split('\n## ')[0] ?? ''
}

/** Returns the first cell of each table row in a section, without header rows. */
function firstCells(part: string): readonly string[] {
  return part
    .split('\n')
    .filter((line) => /^\| (?!You see|Variable|---)/u.test(line))
    .map((line) => line.split(' | ')[0]?.slice(2) ?? '')
}

const codeIn = (text: string) => groupsIn(text, /`([^`]+)`/gu)

/** The sources of server and contract, with string concatenations joined, so that a whole sentence can be found. */
const sources = ['server', 'contract']
  .flatMap((room) =>
    readdirSync(join(repositoryFolder, room), { recursive: true, encoding: 'utf8' }).map(
      (name) => `${room}/${name}`,
    ),
  )
  .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
  .map(readRepositoryFile)
  .join('\n')
  .replaceAll(/['`]\s*\+\s*['`]/gu, '')

test('every message that the handbook explains is in the sources', () => {
  const quoted = firstCells(section('When something is wrong'))
    .flatMap(codeIn)
    .filter((it) => it.includes(' '))
  expect(quoted.length).toBeGreaterThan(12)
  const parts = quoted
    .flatMap((sentence) => sentence.split('…'))
    // The sources have a variable in place of this port.
    .map((part) => part.trim().replace('8080', '${port}'))
  expect(parts.filter((part) => !sources.includes(part))).toEqual([])
})

test('the table of settings has exactly the settings of the server', () => {
  const read = new Set(groupsIn(readRepositoryFile('server/config.ts'), /(?:\(env, '|\benv\.)([A-Z_]+)/gu))
  const listed = firstCells(section('Settings')).flatMap((cell) => {
    const names = codeIn(cell)
    // After `PASSWORD_LOWERCASE`, the cell writes `_UPPERCASE` for `PASSWORD_UPPERCASE`.
    return names.map((name) => (name.startsWith('_') ? `${names[0]?.split('_')[0]}${name}` : name))
  })
  expect(listed.toSorted()).toEqual([...read].toSorted())
})

test('every command in the handbook is a script', () => {
  const commands = groupsIn(handbook, /(?:npm run|sudo minbar) ([a-z]+)/gu)
  expect(commands.filter((name) => scripts[name] === undefined)).toEqual([])
  expect(commands.length).toBeGreaterThan(10)
})

/**
 * Matches the names of the doctor's checks. Most names are keys in a table of checks. Some findings have their own name, as `check: '…'`.
 */
const checkNamePattern = /^ {2}'?([\w ]+)'?: check[A-Z]\w+,$|check: '([^']+)'/gmu

test('the table of checks has exactly the checks of the doctor', () => {
  const folder = 'tools/doctor'
  const checks = readdirSync(join(repositoryFolder, folder))
    .filter((name) => !name.endsWith('.test.ts'))
    .flatMap((name) => [...readRepositoryFile(`${folder}/${name}`).matchAll(checkNamePattern)])
    // Several clock checks share one row.
    .map(([, listed = '', check = listed]) => check.replace(/^clock .+$/u, 'clocks'))
  const [, table = ''] = section('Every day, week and month').split('| It looks at |')
  const listed = firstCells(table).flatMap((cell) => cell.split(', '))
  expect(new Set(listed)).toEqual(new Set(checks))
})
