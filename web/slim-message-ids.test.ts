import { expect, test } from 'vitest'
import { shortMessageIds, slimIds, uniquePrefixes } from './slim-message-ids.ts'

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

test('shortMessageIds returns a different id, of at most four characters, for each message', async () => {
  const ids = [...(await shortMessageIds()).values()]
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.filter((id) => id.length > 4)).toEqual([])
})

test('uniquePrefixes returns the shortest prefix of each text, of at least two characters, that no other text has', () => {
  const texts = ['Ke3p48', 'mq3bVr', 'mqab12', 'mqab']
  expect([...uniquePrefixes(new Set(texts))]).toEqual([
    ['Ke3p48', 'Ke'],
    ['mq3bVr', 'mq3'],
    ['mqab12', 'mqab1'],
    ['mqab', 'mqab'],
  ])
})

test('a new text changes only the prefixes of texts with the same beginning', () => {
  const before = uniquePrefixes(new Set(['Ke3p48', 'mq3bVr']))
  const after = uniquePrefixes(new Set(['abcdef', 'Ke3p48', 'mqab12', 'mq3bVr']))
  expect([before.get('Ke3p48'), after.get('Ke3p48')]).toEqual(['Ke', 'Ke'])
  expect([before.get('mq3bVr'), after.get('mq3bVr')]).toEqual(['mq', 'mq3'])
})
