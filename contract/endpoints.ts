import * as accountEmail from './account-email.ts'
import * as answerLinks from './answer-links.ts'
import * as assignments from './assignments.ts'
import * as audit from './audit.ts'
import * as availability from './availability.ts'
import * as blocks from './blocks.ts'
import * as calendar from './calendar.ts'
import * as directory from './directory.ts'
import * as emailChange from './email-change.ts'
import * as endedSession from './ended-session.ts'
import type { Endpoint } from './endpoint.ts'
import * as identity from './identity.ts'
import * as invitationLinks from './invitation-links.ts'
import * as khutbahs from './khutbahs.ts'
import * as live from './live.ts'
import * as members from './members.ts'
import * as news from './news.ts'
import * as ourKhateebs from './our-khateebs.ts'
import * as ownRecords from './own-records.ts'
import * as places from './places.ts'
import * as plans from './plans.ts'
import * as proposals from './proposals.ts'
import * as schedule from './schedule.ts'
import * as secondFactor from './second-factor.ts'
import * as slotMoves from './slot-moves.ts'
import * as topics from './topics.ts'
import * as verse from './verse.ts'

/** All endpoints of the API. The OpenAPI document and the generated tests use this list. */
export const endpoints: readonly Endpoint[] = [
  verse,
  places,
  identity,
  endedSession,
  accountEmail,
  emailChange,
  secondFactor,
  members,
  invitationLinks,
  directory,
  ownRecords,
  availability,
  ourKhateebs,
  khutbahs,
  slotMoves,
  topics,
  plans,
  proposals,
  assignments,
  blocks,
  answerLinks,
  news,
  audit,
  calendar,
  schedule,
  live,
].flatMap((capability): Endpoint[] =>
  Object.values(capability).filter(
    (it): it is Endpoint => typeof it === 'object' && 'method' in it && 'access' in it,
  ),
)
