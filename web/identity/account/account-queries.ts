import { queryOptions } from '@tanstack/react-query'
import { getEmail } from '../../../contract/email.ts'
import type { OutputOf } from '../../../contract/endpoint.ts'
import { getSessions } from '../../../contract/identity.ts'
import { call } from '../../app/call.ts'

/** One's own address, whether it is confirmed, and the one that it is to be. */
export const emailQuery = queryOptions({ queryKey: ['email'], queryFn: () => call(getEmail, {}) })

export type Address = OutputOf<typeof getEmail>

/** Where one is signed in, this device first. */
export const sessionsQuery = queryOptions({ queryKey: ['sessions'], queryFn: () => call(getSessions, {}) })

export type OpenSession = OutputOf<typeof getSessions>[number]
