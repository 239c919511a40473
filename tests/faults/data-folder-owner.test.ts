import { chown, mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, inject, test } from 'vitest'
import { deleteAccount } from '../../contract/identity.ts'
import { isRoot, postgresUser } from '../../server/database/embedded/system-user.ts'
import { migrate } from '../../server/database/migrate.ts'
import { runProgram } from '../../tools/build/run-program.ts'
import { ServerDidNotStart, startServerProcess } from '../../tools/server/server-process.ts'
import { clientOf } from '../runtime/app.ts'
import { newDataFolder } from '../runtime/data-folder.ts'
import { newKhateeb, password } from '../runtime/people.ts'
import { newDatabase } from '../runtime/postgres-database.ts'
import { runTool, toolProgram } from '../runtime/run-tool.ts'
import { startServer } from '../runtime/server-process.ts'

const environment = (env: Readonly<Record<string, string>>) => ({
  PATH: process.env['PATH'],
  HOST: '127.0.0.1',
  PORT: '0',
  ...env,
})

describe('when root and a service user share a DATA_DIR,', () => {
  beforeEach(({ skip }) => {
    skip(!isRoot() || process.platform !== 'linux', 'the tests do not run as root on Linux')
  })

  /** The user that runs Minbar in these tests. */
  const user = postgresUser() ?? { name: 'nobody', uid: 1, gid: 1 }

  async function newDataFolderOfUser(): Promise<string> {
    const folder = await newDataFolder()
    await chown(folder, user.uid, user.gid)
    return folder
  }

  /** Starts a server as the service user. Returns the output of the failed start, or a sentence if the server started. */
  async function outputOfFailedStartAsUser(env: Readonly<Record<string, string>>): Promise<string> {
    const build = inject('image')
    try {
      await (await startServerProcess(build, { cwd: build, env: environment(env), user })).kill()
    } catch (error) {
      if (error instanceof ServerDidNotStart) return error.said
      throw error
    }
    return 'The server started.'
  }

  const runToolAsUser = (name: string, args: readonly string[], env: Readonly<Record<string, string>>) =>
    runProgram(process.execPath, [toolProgram(name), ...args], {
      env: environment(env),
      uid: user.uid,
      gid: user.gid,
    })

  test('backups, letters and the list of deleted accounts belong to the owner of DATA_DIR when root writes them', async () => {
    const env = { DATABASE_URL: await newDatabase(), DATA_DIR: await newDataFolderOfUser() }
    const server = await startServer(env)
    const { token } = await newKhateeb(server.url)
    await clientOf(server.url, token).call(deleteAccount, { password })
    await expect.poll(() => readdir(join(env.DATA_DIR, 'letters')).catch(() => [])).not.toEqual([])
    await server.stop()
    expect(await runTool('backup', [], env)).toMatchObject({ code: 0 })
    const names = await readdir(env.DATA_DIR, { recursive: true })
    const owners = await Promise.all(
      names.map(async (name) => [name, (await stat(join(env.DATA_DIR, name))).uid]),
    )
    expect(names).toEqual(expect.arrayContaining(['backups', 'letters', 'deleted-accounts']))
    expect(owners).toEqual(names.map((name) => [name, user.uid]))
    // Give this backup another name: the default name contains the time in seconds, so it could equal the first backup’s name.
    const another = join(env.DATA_DIR, 'backups', 'another.tar.gz')
    expect(await runToolAsUser('backup', [another], env)).toMatchObject({ code: 0 })
  })

  test('a server’s start, a backup and the doctor advise chown if something in DATA_DIR belongs to root', async () => {
    const env = { DATABASE_URL: await newDatabase(), DATA_DIR: await newDataFolderOfUser() }
    await migrate({ url: env.DATABASE_URL })
    const sentence = (path: string) =>
      `The user ${user.name} may not write to ${path}: run chown -R ${user.name} ${env.DATA_DIR} as root.`
    const said = async () => ({
      start: await outputOfFailedStartAsUser(env),
      doctor: (await runToolAsUser('doctor', ['--json'], env)).output,
    })

    const backups = join(env.DATA_DIR, 'backups')
    await mkdir(backups, { mode: 0o700 })
    expect(await runToolAsUser('backup', [], env)).toEqual({ code: 1, output: `${sentence(backups)}\n` })
    expect((await runToolAsUser('doctor', ['--json'], env)).output).toContain(sentence(backups))
    const file = await runToolAsUser('backup', [`${backups}/a.tar.gz`], env)
    expect(file.output).toContain(`${backups}/a.tar.gz could not be written: EACCES`)
    await rm(backups, { recursive: true })

    for (const name of ['letters', 'deleted-accounts']) {
      const path = join(env.DATA_DIR, name)
      await (name === 'letters' ? mkdir(path, { mode: 0o700 }) : writeFile(path, '', { mode: 0o600 }))
      const { start, doctor } = await said()
      expect(start).toBe(sentence(path))
      expect(doctor).toContain(sentence(path))
      await rm(path, { recursive: true })
    }

    await chown(env.DATA_DIR, 0, 0)
    const { start, doctor } = await said()
    expect(start).toBe(sentence(env.DATA_DIR))
    expect(doctor).toContain(sentence(env.DATA_DIR))
  })

  test('a server’s start and the doctor say that DATA_DIR cannot be created, even with DATABASE_URL', async () => {
    const parent = await newDataFolder()
    const env = { DATABASE_URL: await newDatabase(), DATA_DIR: join(parent, 'data') }
    const sentence = `Cannot write to ${env.DATA_DIR}: set DATA_DIR to a folder of your own.`
    expect(await outputOfFailedStartAsUser(env)).toBe(sentence)
    expect((await runToolAsUser('doctor', ['--json'], env)).output).toContain(sentence)
  })
})
