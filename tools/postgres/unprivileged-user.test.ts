import { expect, test } from 'vitest'
import { unprivilegedUser } from './unprivileged-user.ts'

const root = 'root:x:0:0:root:/root:/bin/bash'
const daemon = 'daemon:x:1:1:daemon:/usr/sbin:/usr/sbin/nologin'
const nobody = 'nobody:x:65534:65534:nobody:/nonexistent:/usr/sbin/nologin'
const postgres = 'postgres:x:101:104:PostgreSQL:/var/lib/postgresql:/bin/bash'

test('the user postgres runs PostgreSQL where there is one', () => {
  expect(unprivilegedUser([root, daemon, nobody, postgres, ''].join('\n'))).toEqual({ uid: 101, gid: 104 })
})

test('nobody runs it where there is no postgres, and anyone but root where there is no nobody', () => {
  expect(unprivilegedUser([root, daemon, nobody].join('\n'))).toEqual({ uid: 65534, gid: 65534 })
  expect(unprivilegedUser([root, daemon].join('\n'))).toEqual({ uid: 1, gid: 1 })
})

test('root never runs it', () => {
  expect(unprivilegedUser(root)).toBeUndefined()
})
