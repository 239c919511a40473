import { isEmailVerified } from '../sql-fragments/is-email-verified.ts'

/**
 * Returns the columns that the records of both masjids and khateebs have.
 * @param profile table alias of the masjid's or khateeb's row
 * @param party table alias of its party's row
 * @param contact table alias of its contact (`contactOf`)
 */
export function profileColumns<Profile extends string, Party extends string, Contact extends string>(
  profile: Profile,
  party: Party,
  contact: Contact,
) {
  return [
    `${profile}.uid`,
    `${profile}.role`,
    `${contact}.email`,
    isEmailVerified(contact).as('emailVerified'),
    `${profile}.phone`,
    `${profile}.zip_code as zipCode`,
    `${profile}.city`,
    `${profile}.state_code as stateCode`,
    `${profile}.latitude`,
    `${profile}.longitude`,
    `${party}.paid`,
    `${party}.free_trial as freeTrial`,
    `${party}.verified`,
  ] as const
}
