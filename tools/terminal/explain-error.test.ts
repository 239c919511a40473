import pg from 'pg'
import { expect, test } from 'vitest'
import { MoveError } from '../../server/database/move/connection.ts'
import { CommandError } from './command-error.ts'
import { explainError } from './explain-error.ts'

function postgresError(code: string, message: string): pg.DatabaseError {
  return Object.assign(new pg.DatabaseError(message, 0, 'error'), { code })
}

test.each([
  [new CommandError('Say whose account.'), 'Say whose account.'],
  [new MoveError('Another npm run move is at work.'), 'Another npm run move is at work.'],
  [
    postgresError('55P03', 'canceling statement due to lock timeout'),
    'Another program has locked a table of the database',
  ],
  [postgresError('53100', 'could not extend file'), "PostgreSQL's disk is full"],
  [
    postgresError('23514', 'violates check constraint'),
    'PostgreSQL refused this: violates check constraint.',
  ],
  [postgresError('3D000', 'database "x" does not exist'), 'Cannot connect to the database in DATABASE_URL'],
])('explainError explains the error “%s” in one line', (error, sentence) => {
  expect(explainError(error)).toContain(sentence)
  expect(explainError(error)).not.toContain('\n')
})
