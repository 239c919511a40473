import { queryOptions } from '@tanstack/react-query'
import { getEmail } from '../../../contract/account-email.ts'
import type { OutputOf } from '../../../contract/endpoint.ts'
import { getSessions } from '../../../contract/identity.ts'
import { getSecondFactors } from '../../../contract/second-factor.ts'
import { call, callPage } from '../../app/api-call.ts'
import { pagedQuery } from '../../app/paged-query.ts'

/** Fetches the user's email, whether it is verified, and the new email if a change is pending. */
export const emailQuery = queryOptions({ queryKey: ['email'], queryFn: () => call(getEmail, {}) })

export type EmailStatus = OutputOf<typeof getEmail>

/** Fetches the user's sessions, this device first. The first page is short, so that the sections below stay in view. */
export const sessionsQuery = pagedQuery(['sessions'], (page) => callPage(getSessions, page), { limit: '5' })

export type OpenSession = OutputOf<typeof getSessions>[number]

/** Fetches the user's second factors, and the kinds of second factors that the user can add. */
export const secondFactorsQuery = queryOptions({
  queryKey: ['second-factors'],
  queryFn: () => call(getSecondFactors, {}),
})

export type SecondFactors = OutputOf<typeof getSecondFactors>
