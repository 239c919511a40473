import { randomUUID } from 'node:crypto'
import { appendFile, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { deleteAccount } from '../../contract/identity.ts'
import { startApp } from '../../tests/runtime/app.ts'
import { newDataFolder } from '../../tests/runtime/data-folder.ts'
import { newKhateeb, newMasjid, password } from '../../tests/runtime/people.ts'
import { approveKhateeb, postSlot, requestSlot, slotSeenBy } from '../../tests/runtime/slots.ts'
import { redeleteAccounts } from './delete-account.ts'
import { createDeletionListJob, deletionListIn, deletionListPath, readDeletions } from './deletion-list.ts'

const dataDir = await newDataFolder()
const path = deletionListPath(dataDir)
const app = await startApp({ parts: { deletions: deletionListIn(dataDir) } })

const idsIn = async (file: string) => (await readDeletions(file)).map(({ id }) => id)

async function createAndDeleteKhateeb(): Promise<string> {
  const { uid, client } = await newKhateeb(app.baseUrl)
  await client.call(deleteAccount, { password })
  return uid
}

test('deleting an account adds only the ids of its person and party, and the time, to the deletion list', async () => {
  const uids = [await createAndDeleteKhateeb(), await createAndDeleteKhateeb()]
  const ids = await idsIn(path)
  expect(ids.filter((it) => uids.includes(it))).toEqual(uids)
  expect(ids).toHaveLength(4)
  expect(await readFile(path, 'utf8')).toMatch(/^(\n[0-9a-f-]{36} [0-9T:.-]{23}Z){4}$/u)
  expect((await stat(path)).mode & 0o777).toBe(0o600)
})

test('an account is deleted even if the deletion list cannot be written', async () => {
  await rm(path, { force: true })
  const broken = await startApp({
    parts: { deletions: { add: () => Promise.reject(new Error('The disk is full.')) } },
  })
  const { client } = await newKhateeb(broken.baseUrl)
  expect(await client.call(deleteAccount, { password })).toEqual({})
})

test('the deletion-list job adds deleted accounts that are missing from the list, each once', async () => {
  const uid = await createAndDeleteKhateeb()
  const folder = await newDataFolder()
  const list = deletionListPath(folder)
  await writeFile(list, `\n${randomUUID()} 2026-12-01T00:00:00.000Z\n${uid.slice(0, 20)}`)
  const complete = createDeletionListJob(deletionListIn(folder))
  await complete(app.database)
  const once = await idsIn(list)
  expect(once.filter((it) => it === uid)).toHaveLength(1)
  await complete(app.database)
  expect(await idsIn(list)).toEqual(once)

  const later = await createAndDeleteKhateeb()
  await complete(app.database)
  const all = await idsIn(list)
  expect(all).toEqual([...once, ...all.slice(-2)])
  expect(all.slice(-2)).toContain(later)
  await appendFile(list, '\nno deletion')
  expect(await idsIn(list)).toEqual(all)
})

test('deleting accounts again after a restore frees their slots and sends no letters', async () => {
  const masjid = await newMasjid(app.baseUrl)
  const khateeb = await newKhateeb(app.baseUrl)
  const slot = await postSlot(masjid)
  await requestSlot(khateeb, slot)
  await approveKhateeb(masjid, khateeb, slot)
  const letters = () => app.database.db.selectFrom('letters').select('id').orderBy('id').execute()
  await app.database.db.deleteFrom('letters').where('recipient', '=', khateeb.email).execute()
  const before = await letters()

  const again = [khateeb.uid, randomUUID(), ...(await idsIn(path))]
  expect(await app.database.transaction((tx) => redeleteAccounts(tx, again))).toBe(1)
  expect((await slotSeenBy(masjid, slot)).assignmentId).toBeNull()
  expect(await letters()).toEqual(before)
  expect(await app.database.transaction((tx) => redeleteAccounts(tx, [masjid.uid]))).toBe(1)
  const rows = app.database.db.selectFrom('masjids').where('uid', '=', masjid.uid).select('uid')
  expect(await rows.execute()).toEqual([])
})
