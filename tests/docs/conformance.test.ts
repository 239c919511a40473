import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { contentOf, type Evidence, evidenceIn, isTest, isThere } from './evidence.ts'

interface Promised {
  readonly sentence: string
  readonly keptIn: readonly string[]
  /** Test files, each with the beginning of a title in it. */
  readonly shownBy: readonly Evidence[]
}

function rowOf(line: string): Promised {
  const [sentence = '', keptIn = '', shownBy = ''] = line.split('|').slice(1, -1)
  return {
    sentence: sentence.trim(),
    keptIn: keptIn.trim().split(', '),
    shownBy: evidenceIn(shownBy),
  }
}

const promises = contentOf('docs/conformance.md')
  .split('\n')
  .filter((line) => /^\| (?!Promise \|)/.test(line))
  .map(rowOf)

const journeys = readdirSync(join(import.meta.dirname, '../journeys'))
  .map((name) => contentOf(`tests/journeys/${name}`))
  .join('\n')

/** Finds a text as a whole string of the source, or as the first line of one. `{...}` in it stands for anything. */
function asString(text: string): RegExp {
  const [first = '', ...rest] = text
    .split(/\{\w+\}/)
    .map((part) => part.replaceAll(/[.*+?^$()[\]\\|]/g, '\\$&'))
  return new RegExp(`(['"\`])${[first, ...rest].join('[^\\n]+?')}(?:\\1|\\\\n)`)
}

test('the table of promises is whole', () => {
  expect(promises.length).toBeGreaterThan(200)
})

describe.each(promises)('$sentence', ({ sentence, keptIn, shownBy }) => {
  test('is kept where the table says', () => {
    expect(keptIn.filter((path) => !isThere(path))).toEqual([])
  })

  test('is shown by tests that there are', () => {
    const missing = shownBy.filter((it) => !isTest(it))
    expect(missing).toEqual([])
  })

  test('has its words looked for in a journey', () => {
    const words = [...sentence.matchAll(/`([^`]+)`/g)].map(([, text = '']) => text)
    expect(words.filter((text) => !asString(text).test(journeys))).toEqual([])
  })
})
