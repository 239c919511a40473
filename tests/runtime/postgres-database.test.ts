import { expect, inject, test } from 'vitest'
import { requiredExtensions } from '../../server/database/requirements.ts'
import { createDatabase, newDatabase, query } from './postgres-database.ts'

function templateNamed(name: string) {
  const prepared: string[] = []
  return {
    prepared,
    template: {
      name,
      async prepare(url: string) {
        prepared.push(url)
        await query(url, `create table prayer (name text); insert into prayer values ('jumuah')`)
      },
    },
  }
}

test('createDatabase prepares a template once, even with concurrent callers', async () => {
  const { template, prepared } = templateNamed('at once')
  const urls = await Promise.all(
    Array.from({ length: 4 }, () => createDatabase(inject('postgresCluster'), template)),
  )
  expect(new Set(urls).size).toBe(4)
  expect(prepared).toHaveLength(1)
  await query(urls[0] ?? '', `delete from prayer`)
  expect(await query(urls[1] ?? '', 'select * from prayer')).toEqual([{ name: 'jumuah' }])
})

test('createDatabase prepares a template again after a failed preparation', async () => {
  const { template } = templateNamed('failed')
  const failing = {
    ...template,
    async prepare(url: string) {
      await template.prepare(url)
      throw new Error('the migration is wrong')
    },
  }
  await expect(createDatabase(inject('postgresCluster'), failing)).rejects.toThrow('the migration is wrong')
  const url = await createDatabase(inject('postgresCluster'), template)
  expect(await query(url, 'select * from prayer')).toEqual([{ name: 'jumuah' }])
})

test('the test cluster has the extensions that the product needs', async () => {
  const url = await newDatabase()
  for (const name of requiredExtensions) await query(url, `create extension ${name}`)
  const created = await query(url, `select extname from pg_extension where extname <> 'plpgsql' order by 1`)
  expect(created).toEqual(requiredExtensions.toSorted().map((extname) => ({ extname })))
})
