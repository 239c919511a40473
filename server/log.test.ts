import pg from 'pg'
import { expect, test } from 'vitest'
import { createLog, withoutAddresses } from './log.ts'

/** What is written of an error. */
function written(error: unknown): { readonly text: string; readonly err: Record<string, unknown> } {
  let text = ''
  createLog('trace', { write: (line) => void (text += line) }).error({ err: error }, 'it failed')
  const { err }: { err: Record<string, unknown> } = JSON.parse(text)
  return { text, err }
}

test('of an error it is written what, where and why, and nothing that hangs on it', () => {
  const cause = Object.assign(new Error('the cause'), {
    rawPacket: Buffer.from('secret'),
    code: 'ECONNRESET',
  })
  const { text, err } = written(Object.assign(new Error('it broke', { cause }), { params: ['secret'] }))
  expect(err).toMatchObject({ message: 'it broke', cause: { message: 'the cause', code: 'ECONNRESET' } })
  expect(String(err['stack'])).toContain('log.test.ts')
  expect(text).not.toContain('secret')
  expect(text).not.toContain(Buffer.from('secret').join())
})

test("of the database's errors neither the values are written that it quotes, nor the rows", () => {
  const error = new pg.DatabaseError('invalid input syntax for type uuid: "secret"', 1, 'error')
  Object.assign(error, { detail: 'Failing row contains (secret)', constraint: 'rule', code: '22P02' })
  const { text, err } = written(error)
  expect(err).toMatchObject({
    message: 'invalid input syntax for type uuid: "…"',
    constraint: 'rule',
    code: '22P02',
  })
  expect(text).not.toContain('secret')
})

test("nobody's address is written, and no path is taken for one", () => {
  expect(withoutAddresses('550 <yusuf@minbar.example> unknown, nor a.b+c@d.example.')).toBe(
    '550 <…@…> unknown, nor …@…',
  )
  const path = 'at file:///srv/node_modules/@fastify/cookie/plugin.js:1:2'
  expect(withoutAddresses(path)).toBe(path)
})

test('what is thrown and no error is written as its type and words', () => {
  expect(written('gone').err).toEqual({ type: 'string', message: 'gone' })
})
