import { expect, test } from 'vitest'
import { shortMessageIds, slimIds } from './slim-message-ids.ts'

const shortIds = new Map([
  ['Ke3p48', '1'],
  ['mq3bVr', '2z'],
])

test('slimIds shortens the ids of messages in a script', () => {
  expect(slimIds('i18n._({ id: "Ke3p48" }), jsx(Trans, { id: "mq3bVr", values })', shortIds)).toBe(
    'i18n._({ id: "1" }), jsx(Trans, { id: "2z", values })',
  )
})

test('slimIds shortens the ids of messages in a compiled catalog', () => {
  const catalog = String.raw`JSON.parse("{\"Ke3p48\":[\"Ke3p48 is a code.\"],\"mq3bVr\":[[\"name\"]]}")`
  expect(slimIds(catalog, shortIds)).toBe(
    String.raw`JSON.parse("{\"1\":[\"Ke3p48 is a code.\"],\"2z\":[[\"name\"]]}")`,
  )
})

test('slimIds keeps ids that are not ids of messages', () => {
  expect(slimIds('jsx("p", { id: "remark" })', shortIds)).toBe('jsx("p", { id: "remark" })')
})

test('shortMessageIds returns a different id, of at most three letters, for each message', async () => {
  const ids = [...(await shortMessageIds()).values()]
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.filter((id) => id.length > 3)).toEqual([])
})
