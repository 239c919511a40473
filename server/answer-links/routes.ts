import * as contract from '../../contract/answer-links.ts'
import { publicRoute, type Route } from '../http/route.ts'
import { answerByLink, lookUpAnswerLink } from './answer.ts'

/** Answers to the questions in letters, by their links. */
export const answerLinkRoutes: readonly Route[] = [
  publicRoute(contract.lookUpAnswerLink, lookUpAnswerLink),
  publicRoute(contract.answerByLink, answerByLink),
]
