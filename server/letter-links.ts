import { createAnswerLink } from './answer-links/create-answer-link.ts'
import type { Database } from './database/database.ts'
import { createDisownLink } from './identity/single-use-links.ts'
import type { SendDependencies } from './letters/send-attempt.ts'

/**
 * Returns the functions that create a letter's links when the letter is sent. `createDisownToken` is for the link “This isn’t me”, with
 * which the recipient deletes an account that another person signed up with the recipient's address.
 */
export function letterLinkCreators({
  db,
}: Pick<Database, 'db'>): Pick<SendDependencies, 'createDisownToken' | 'createAnswerToken'> {
  return {
    createDisownToken: (address) => createDisownLink(db, address),
    createAnswerToken: (to, question) => createAnswerLink(db, to, question),
  }
}
