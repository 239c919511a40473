import { execFile } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { readConfig } from '../../server/config.ts'
import { repositoryFolder } from '../../tools/build/repository-paths.ts'
import { readRepositoryFile, repositoryFileExists } from './repository-text.ts'

const folder = 'deploy/systemd'
const names = readdirSync(join(repositoryFolder, folder))
const units = names.filter((name) => /\.(service|timer)$/u.test(name))
const { scripts }: { scripts: Record<string, string> } = JSON.parse(readRepositoryFile('package.json'))

/** The lines `Name=value`, without comments. */
function entriesOf(name: string): readonly (readonly [string, string])[] {
  return readRepositoryFile(`${folder}/${name}`)
    .split('\n')
    .filter((line) => /^[A-Za-z_]+=/u.test(line))
    .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)] as const)
}

function valueOf(unit: string, name: string): string {
  return entriesOf(unit).find(([it]) => it === name)?.[1] ?? ''
}

/** The settings that the operator's handbook lists. */
const handbook = readRepositoryFile('docs/operations.md')
const isSetting = (name: string) => handbook.includes(`| \`${name}\``) || handbook.includes(`, \`${name}\``)

describe.each(units.filter((name) => name.endsWith('.service')))('%s', (unit) => {
  test('runs a program of the system with a script of this repository', () => {
    const [program = '', ...args] = valueOf(unit, 'ExecStart').split(' ')
    expect(['/usr/bin/node', '/usr/bin/npm']).toContain(program)
    const paths = args.filter((it) => it.endsWith('.ts'))
    expect(paths.filter((path) => !repositoryFileExists(path))).toEqual([])
    expect(program === '/usr/bin/npm' ? args : paths.length > 0).toEqual(
      program === '/usr/bin/npm' ? ['run', '--silent', '%i'] : true,
    )
  })

  test('sets nothing that is no setting, and documents itself by a file of this repository', () => {
    const set = valueOf(unit, 'Environment')
      .split(' ')
      .map((it) => it.split('=')[0] ?? '')
    expect(set.filter((name) => !isSetting(name))).toEqual([])
    const home = valueOf(unit, 'WorkingDirectory')
    expect(repositoryFileExists(valueOf(unit, 'Documentation').replace(`file://${home}/`, ''))).toBe(true)
  })
})

test.each(units.filter((name) => name.endsWith('.timer')))('%s starts a command of package.json', (timer) => {
  const [, command = ''] = /^minbar-run@(\w+)\.service$/u.exec(valueOf(timer, 'Unit')) ?? []
  expect(Object.keys(scripts)).toContain(command)
})

test('systemd asks only the server to end, and waits longer than it takes', () => {
  expect(valueOf('minbar.service', 'KillMode')).toBe('mixed')
  const [, endsWithin = ''] = /const endsWithin = ([\d_]+)/u.exec(readRepositoryFile('server/main.ts')) ?? []
  const seconds = Number(endsWithin.replace('_', '')) / 1_000
  expect(seconds).toBeGreaterThan(0)
  expect(Number(valueOf('minbar.service', 'TimeoutStopSec'))).toBeGreaterThan(seconds + 5)
})

test('the example of the settings is one that the server takes', () => {
  const settings = entriesOf('minbar.env.example')
  const offered = [...readRepositoryFile(`${folder}/minbar.env.example`).matchAll(/^#([A-Z_]+)=/gmu)].map(
    ([, name = '']) => name,
  )
  expect([...settings.map(([name]) => name), ...offered].filter((name) => !isSetting(name))).toEqual([])
  expect(readConfig(Object.fromEntries(settings))).toMatchObject({ publicUrl: 'https://minbar.example.org' })
})

/** Of a system without these programs, systemd would say so. */
const canVerify = ['systemd-analyze', 'node', 'npm'].every((name) => existsSync(`/usr/bin/${name}`))

test('systemd finds no fault in the units', async ({ skip }) => {
  skip(!canVerify, 'systemd, node and npm are not all in /usr/bin')
  const check = promisify(execFile)('systemd-analyze', [
    'verify',
    ...units.map((name) => join(repositoryFolder, folder, name.replace('@.', '@doctor.'))),
  ])
  await expect(check).resolves.toMatchObject({ stderr: '' })
})
