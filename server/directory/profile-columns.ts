import { isEmailVerified } from '../sql-fragments/is-email-verified.ts'

/**
 * The columns that the records of both roles have.
 * @param profile table alias of the masjid's or khateeb's row
 * @param account table alias of its account's row
 */
export function profileColumns<Profile extends string, Account extends string>(
  profile: Profile,
  account: Account,
) {
  return [
    `${profile}.uid`,
    `${profile}.role`,
    `${account}.email`,
    isEmailVerified(account).as('emailVerified'),
    `${profile}.phone`,
    `${profile}.zip_code as zipCode`,
    `${profile}.city`,
    `${profile}.state_code as stateCode`,
    `${profile}.latitude`,
    `${profile}.longitude`,
    `${account}.paid`,
    `${account}.free_trial as freeTrial`,
    `${account}.verified`,
  ] as const
}
