import { expect, test } from 'vitest'
import { parsePostmasterFile } from './postmaster-file.ts'

test('a postmaster.pid is parsed into process id, port, and socket folder or address', () => {
  const onSocket = '123\n/data\n1795408410\n5432\n/run/minbar\n\n  5432001   1\nready   \n'
  expect(parsePostmasterFile(onSocket)).toEqual({
    pid: 123,
    cluster: '/data',
    port: 5432,
    socketFolder: '/run/minbar',
    address: '',
  })
  const onAddress = '124\n/data\n1795408410\n40123\n\n127.0.0.1\n  5432001   1\nstarting\n'
  const address = { port: 40123, socketFolder: '', address: '127.0.0.1' }
  expect(parsePostmasterFile(onAddress)).toMatchObject(address)
})

test('an incomplete postmaster.pid is parsed as undefined', () => {
  expect(parsePostmasterFile('')).toBeUndefined()
  expect(parsePostmasterFile('123\n/data\n1795408410\n5432\n')).toBeUndefined()
})
