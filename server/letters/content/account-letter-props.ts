import type { Role } from '../../../contract/endpoint.ts'
import type { SecondFactorKind } from '../../database/tables.ts'
import type { EndedMembership, EventOfDeletedParty } from './member-letter-props.ts'

interface FactorInLetter {
  readonly name: string
  readonly factor: SecondFactorKind
  /** The device on which the second factor was added. */
  readonly device: string
}

/** Letters about sign-in or an account's security, by kind. The hourly limit of news does not apply to them. */
export interface AccountLetters {
  /** After sign-up: asks to confirm the address. */
  readonly welcome: { readonly name: string; readonly role: Role; readonly token: string }
  readonly password_reset: { readonly name: string; readonly token: string }
  readonly password_changed: { readonly name: string }
  /** Asks again to confirm the address. */
  readonly verify_email: { readonly name: string; readonly token: string }
  /** To the new address, before the change of email. The token confirms the address. */
  readonly confirm_email: { readonly name: string; readonly token: string }
  /** To the old address, after a change of email. The token undoes the change. */
  readonly email_changed: { readonly name: string; readonly newEmail: string; readonly token: string }
  /** To the old address, after the change was undone. The token resets the password. */
  readonly email_restored: { readonly name: string; readonly token: string }
  /** To the new address, after the change was undone. */
  readonly email_change_undone: { readonly name: string }
  readonly second_factor_added: FactorInLetter
  readonly second_factor_removed: FactorInLetter
  /** `left` is the number of unused codes. Null if the code has confirmed the renewal of all codes. */
  readonly recovery_code_used: { readonly name: string; readonly left: number | null }
  /** The operator has removed all second factors. */
  readonly second_factors_reset: { readonly name: string }
  /** To a deleted account. `membership` is set if the account was deleted because the person's last membership ended. */
  readonly account_deleted: {
    readonly name: string
    readonly membership?: EndedMembership
    readonly mailedEvents?: readonly EventOfDeletedParty[]
  }
}
