import { execFile } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { readConfig } from '../../server/config.ts'
import { repositoryFolder } from '../../tools/build/repository-paths.ts'
import { groupsIn, readRepositoryFile, repositoryFileExists, scripts } from './repository-text.ts'

const folder = 'deploy/systemd'
const names = readdirSync(join(repositoryFolder, folder))
const units = names.filter((name) => /\.(service|timer)$/u.test(name))

/** Returns the `Name=value` lines of a unit or settings file. */
function entriesOf(name: string): readonly (readonly [string, string])[] {
  return readRepositoryFile(`${folder}/${name}`)
    .split('\n')
    .filter((line) => /^[A-Za-z_]+=/u.test(line))
    .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)] as const)
}

function valueOf(unit: string, name: string): string {
  return entriesOf(unit).find(([it]) => it === name)?.[1] ?? ''
}

const handbook = readRepositoryFile('docs/operations.md')
const isSetting = (name: string) => handbook.includes(`| \`${name}\``) || handbook.includes(`, \`${name}\``)

describe.each(units.filter((name) => name.endsWith('.service')))('%s', (unit) => {
  test('the unit sets only known settings, and links to a document of this repository', () => {
    const set = valueOf(unit, 'Environment')
      .split(' ')
      .map((it) => it.split('=')[0] ?? '')
    expect(set.filter((name) => !isSetting(name))).toEqual([])
    const home = valueOf(unit, 'WorkingDirectory')
    expect(repositoryFileExists(valueOf(unit, 'Documentation').replace(`file://${home}/`, ''))).toBe(true)
  })
})

test('minbar.service runs node with a script of this repository', () => {
  const [program, ...args] = valueOf('minbar.service', 'ExecStart').split(' ')
  expect(program).toBe('/usr/bin/node')
  const [path = '', ...others] = args.filter((it) => it.endsWith('.ts'))
  expect(others).toEqual([])
  expect(repositoryFileExists(path)).toBe(true)
})

test('minbar-run@.service runs the npm script with the name of the instance', () => {
  expect(valueOf('minbar-run@.service', 'ExecStart')).toBe('/usr/bin/npm run --silent %i')
})

test.each(units.filter((name) => name.endsWith('.timer')))('%s starts a command of package.json', (timer) => {
  const [, command = ''] = /^minbar-run@(\w+)\.service$/u.exec(valueOf(timer, 'Unit')) ?? []
  expect(Object.keys(scripts)).toContain(command)
})

test('systemd sends SIGTERM only to the main process, and waits longer than the server’s shutdown takes', () => {
  expect(valueOf('minbar.service', 'KillMode')).toBe('mixed')
  const [, stopTimeout = ''] =
    /const stopTimeout = ([\d_]+)/u.exec(readRepositoryFile('server/main.ts')) ?? []
  const seconds = Number(stopTimeout.replace('_', '')) / 1_000
  expect(seconds).toBeGreaterThan(0)
  expect(Number(valueOf('minbar.service', 'TimeoutStopSec'))).toBeGreaterThan(seconds + 5)
})

test('the server accepts the example settings', () => {
  const settings = entriesOf('minbar.env.example')
  const offered = groupsIn(readRepositoryFile(`${folder}/minbar.env.example`), /^#([A-Z_]+)=/gmu)
  expect([...settings.map(([name]) => name), ...offered].filter((name) => !isSetting(name))).toEqual([])
  expect(readConfig(Object.fromEntries(settings))).toMatchObject({ publicUrl: 'https://minbar.example.org' })
})

/** The test needs systemd-analyze and the programs of the units, because systemd-analyze reports a missing program as an error. */
const canVerify = ['systemd-analyze', 'node', 'npm'].every((name) => existsSync(`/usr/bin/${name}`))

test('systemd-analyze verify accepts the units', async ({ skip }) => {
  skip(!canVerify, 'systemd, node and npm are not all in /usr/bin')
  const check = promisify(execFile)('systemd-analyze', [
    'verify',
    ...units.map((name) => join(repositoryFolder, folder, name.replace('@.', '@doctor.'))),
  ])
  await expect(check).resolves.toMatchObject({ stderr: '' })
})
