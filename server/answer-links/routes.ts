import * as contract from '../../contract/answer-links.ts'
import { publicRoute, type Route } from '../http/route.ts'
import { answerByLink, lookUpAnswerLink } from './answer.ts'

/** The routes for answers to the questions in letters. */
export const answerLinkRoutes: readonly Route[] = [
  publicRoute(contract.lookUpAnswerLink, lookUpAnswerLink),
  publicRoute(contract.answerByLink, answerByLink),
]
