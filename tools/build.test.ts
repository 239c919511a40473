import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { repositoryFolder } from './build/repository.ts'

/** The product's own build tools over sources of a few lines, so that the test is of the build alone. */
const smallSources = {
  'contract/word.ts': `export const word = 'salam'\n`,
  'domain/rule.ts': `export { word } from '../contract/word.ts'\n`,
  'domain/rule.test.ts': '',
  'server/main.ts': `import { word } from '../domain/rule.ts'\nconsole.log(word)\n`,
  'server/database/migrations/0001.sql': 'select 1\n',
  'server/places/place.ts': 'export {}\n',
  'server/verse/verse.ts': 'export {}\n',
  'web/vite.config.ts': 'export default {}\n',
  'web/index.html': '<p>Peace</p>\n',
}

async function smallRepository(): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'minbar-copy-')))
  onTestFinished(() => rm(folder, { recursive: true }))
  for (const name of [
    'tools',
    'package.json',
    'package-lock.json',
    'tsconfig.base.json',
    'tsconfig.build.json',
  ]) {
    await cp(join(repositoryFolder, name), join(folder, name), { recursive: true })
  }
  for (const [path, content] of Object.entries(smallSources)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), content)
  }
  // Written before the tests start; making them again here would take the longest.
  for (const name of ['server/places/zips.generated.json', 'server/verse/verses.generated.json']) {
    await cp(join(repositoryFolder, name), join(folder, name))
  }
  await symlink(join(repositoryFolder, 'node_modules'), join(folder, 'node_modules'))
  return folder
}

async function node(folder: string, ...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: folder })
  return stdout.trim()
}

function buildIn(repository: string): Promise<string> {
  const script = `import('./tools/build.ts').then((it) => it.ensureBuilt()).then(console.log)`
  return node(repository, '--import', 'tsx', '--eval', script)
}

test('two processes that build at once both get the one build, whole, and leave no draft', async () => {
  const repository = await smallRepository()
  const [one, two] = await Promise.all([buildIn(repository), buildIn(repository)])
  expect(one).toBe(two)
  expect((await readdir(join(repository, '.build'))).map((name) => join(repository, '.build', name))).toEqual(
    [one],
  )
  expect((await readdir(one, { recursive: true })).toSorted()).toEqual(
    expect.arrayContaining([
      'server/database/migrations/0001.sql',
      'server/places/zips.generated.json',
      'server/verse/verses.generated.json',
      'web/index.html',
    ]),
  )
  expect(await node(repository, join(one, 'server', 'main.js'))).toBe('salam')
})

test('a build is made anew when a source changes, and not when a test does', async () => {
  const repository = await smallRepository()
  const first = await buildIn(repository)
  await writeFile(join(repository, 'domain', 'rule.test.ts'), '// changed\n')
  expect(await buildIn(repository)).toBe(first)
  await writeFile(join(repository, 'contract', 'word.ts'), `export const word = 'peace'\n`)
  const second = await buildIn(repository)
  expect(second).not.toBe(first)
  expect(await node(repository, join(second, 'server', 'main.js'))).toBe('peace')
})

test('a build that fails says why and leaves nothing behind', async () => {
  const repository = await smallRepository()
  await writeFile(
    join(repository, 'web', 'index.html'),
    '<script type="module" src="./missing.ts"></script>\n',
  )
  await expect(buildIn(repository)).rejects.toThrow(/missing\.ts/u)
  expect(await readdir(join(repository, '.build'))).toEqual([])
})
