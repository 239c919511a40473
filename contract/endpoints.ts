import * as email from './account-email.ts'
import * as answerLinks from './answer-links.ts'
import * as audit from './audit.ts'
import * as availability from './availability.ts'
import * as calendar from './calendar.ts'
import * as directory from './directory.ts'
import * as endedSession from './ended-session.ts'
import type { Endpoint } from './endpoint.ts'
import * as identity from './identity.ts'
import * as khutbahs from './khutbahs.ts'
import * as live from './live.ts'
import * as members from './members.ts'
import * as news from './news.ts'
import * as ourKhateebs from './our-khateebs.ts'
import * as places from './places.ts'
import * as plans from './plans.ts'
import * as proposals from './proposals.ts'
import * as schedule from './schedule.ts'
import * as secondFactor from './second-factor.ts'
import * as verse from './verse.ts'

/** Every endpoint of the API. The OpenAPI document and the generated tests iterate over it. */
export const endpoints: readonly Endpoint[] = [
  verse,
  places,
  identity,
  endedSession,
  email,
  secondFactor,
  members,
  directory,
  availability,
  ourKhateebs,
  khutbahs,
  plans,
  proposals,
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
