import { execFile } from 'node:child_process'
import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { createSmallRepository } from '../tests/runtime/small-repository.ts'

async function runNode(folder: string, ...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: folder })
  return stdout.trim()
}

function buildIn(repository: string): Promise<string> {
  const script = `import('./tools/build.ts').then((it) => it.ensureBuilt()).then(console.log)`
  return runNode(repository, '--import', 'tsx', '--eval', script)
}

test('two concurrent builds make one complete build, and leave no unfinished folder', async () => {
  const repository = await createSmallRepository()
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
      'web/documents/plain/not-found.html',
      'web/documents/plain/home.html',
    ]),
  )
  expect(await runNode(repository, join(one, 'server', 'main.js'))).toBe('salam')
})

test('a changed source file needs a new build, and a changed test file does not', async () => {
  const repository = await createSmallRepository()
  const first = await buildIn(repository)
  await writeFile(join(repository, 'domain', 'rule.test.ts'), '// changed\n')
  expect(await buildIn(repository)).toBe(first)
  await writeFile(join(repository, 'contract', 'word.ts'), `export const word = 'peace'\n`)
  const second = await buildIn(repository)
  expect(second).not.toBe(first)
  expect(await runNode(repository, join(second, 'server', 'main.js'))).toBe('peace')
})

test('a failed build reports the error, and leaves no unfinished folder', async () => {
  const repository = await createSmallRepository()
  await writeFile(
    join(repository, 'web', 'index.html'),
    '<script type="module" src="./missing.ts"></script>\n',
  )
  await expect(buildIn(repository)).rejects.toThrow(/missing\.ts/u)
  expect(await readdir(join(repository, '.build'))).toEqual([])
})
