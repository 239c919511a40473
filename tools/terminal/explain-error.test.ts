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
  [
    postgresError('08P01', 'unsupported startup parameter: statement_timeout'),
    '(unsupported startup parameter: statement_timeout): set DATABASE_POOLER to transaction.',
  ],
  [postgresError('08P01', 'no such user: owner'), 'correct the user and password in DATABASE_URL.'],
  [postgresError('08P01', 'SSL required'), '(SSL required): add sslmode=verify-full to DATABASE_URL.'],
  [postgresError('08P01', 'login rejected'), 'in the HBA file of the pooler.'],
  [postgresError('08P01', 'no more connections allowed (max_client_conn)'), 'raise the limit of the pooler.'],
  [
    postgresError('08P01', 'client connections exceeded (max_db_client_connections)'),
    'raise the limit of the pooler.',
  ],
  [
    postgresError('08P01', 'server login has been failing, try again later (server_login_retry)'),
    'start PostgreSQL, or correct its address and the user in the [databases] of the pooler.',
  ],
  [
    postgresError('08P01', 'pgbouncer cannot connect to server'),
    'start PostgreSQL, or correct its address and the user in the [databases] of the pooler.',
  ],
  [
    postgresError('08P01', 'query_wait_timeout'),
    'start PostgreSQL, or raise default_pool_size of the pooler.',
  ],
  [
    postgresError('08P01', 'expected password response, got message type 88'),
    'PostgreSQL refused this: expected password response',
  ],
  [postgresError('3D000', 'database "x" does not exist'), 'Cannot connect to the database in DATABASE_URL'],
])('explainError explains the error “%s” in one line', (error, sentence) => {
  expect(explainError(error)).toContain(sentence)
  expect(explainError(error)).not.toContain('\n')
})
