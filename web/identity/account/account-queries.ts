import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { getEmail } from '../../../contract/email.ts'
import type { OutputOf } from '../../../contract/endpoint.ts'
import { getSessions } from '../../../contract/identity.ts'
import { call, callPage } from '../../app/api-call.ts'

/** One's own address, whether it is confirmed, and the one that it is to be. */
export const emailQuery = queryOptions({ queryKey: ['email'], queryFn: () => call(getEmail, {}) })

export type EmailStatus = OutputOf<typeof getEmail>

/** Where one is signed in, this device first: a few at first, so that what stands below them stays within reach. */
export const sessionsQuery = infiniteQueryOptions({
  queryKey: ['sessions'],
  queryFn: ({ pageParam }) =>
    callPage(getSessions, pageParam === null ? { limit: '5' } : { cursor: pageParam }),
  initialPageParam: null as string | null,
  getNextPageParam: (page) => page.nextCursor,
})

export type OpenSession = OutputOf<typeof getSessions>[number]
