import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { getMasjidDetails } from '../../contract/directory.ts'
import { urlOfRunningServer } from '../../server/database/embedded/running-server-url.ts'
import { clientOf } from '../runtime/app.ts'
import { newDataFolder } from '../runtime/data-folder.ts'
import { newMasjid } from '../runtime/people.ts'
import { query } from '../runtime/postgres-database.ts'
import { runTool } from '../runtime/run-tool.ts'
import { outputOfFailedStart, startServer } from '../runtime/server-process.ts'

/** Turns a database into one with an early form of migration 0110, which lacked this table and this column. */
const returnToEarlyForm = `drop table answer_links; alter table news_settings drop column language`

test('a server refuses a database with an early form of the schema, and a backup of it can be restored', async () => {
  const env = { DATA_DIR: await newDataFolder() }
  const server = await startServer(env)
  const masjid = await newMasjid(server.url)
  const url = (await urlOfRunningServer(env.DATA_DIR)) ?? ''
  await query(
    url,
    `insert into news_settings (person_id, party_uid, delivery, muted, digest_hour, language)
     select person_id, party_uid, 'digest', '{}', 7, 'es' from memberships`,
  )
  await query(url, returnToEarlyForm)
  const examined = await runTool('doctor', [], env)
  expect(examined.stdout).toMatch(/wrong +schema +The database has an early form/)
  await server.stop()
  const refusal = await outputOfFailedStart(env)
  expect(refusal).toContain('early form of the schema 0110-schema.sql: make a backup (npm run backup)')
  expect(await runTool('admin', ['unverified'], env)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('early form'),
  })
  expect(await runTool('backup', [], env)).toMatchObject({ code: 0 })
  const backups = join(env.DATA_DIR, 'backups')
  const [file = ''] = await readdir(backups)
  const restored = await runTool('restore', [join(backups, file), '--put-aside'], env)
  expect(restored).toMatchObject({ code: 0 })
  const upgraded = await startServer(env)
  const found = await clientOf(upgraded.url, '').call(getMasjidDetails, { masjidId: masjid.uid })
  expect(found).toMatchObject({ uid: masjid.uid })
  const settings = await query(
    (await urlOfRunningServer(env.DATA_DIR)) ?? '',
    'select delivery, language from news_settings',
  )
  expect(settings).toEqual([{ delivery: 'digest', language: 'en' }])
})
