import * as emailContract from '../../contract/account-email.ts'
import * as emailChange from '../../contract/email-change.ts'
import { getEndedSession } from '../../contract/ended-session.ts'
import * as contract from '../../contract/identity.ts'
import { accountEntry, recordAudit } from '../audit/record-audit.ts'
import { Failure } from '../http/failure.ts'
import { publicRoute, type Route, signedInRoute, transactionRoute } from '../http/route.ts'
import type { IdentityDependencies } from './action-types.ts'
import { addMasjid, becomeKhateeb } from './add-party.ts'
import { cancelEmailChange, changeEmail, confirmEmail } from './change-email.ts'
import { changePassword } from './change-password.ts'
import { deleteAccount } from './delete-account.ts'
import { deletionOutcomesOf } from './deletion-outcomes.ts'
import { disownAccount } from './disown-account.ts'
import { exportAccountData } from './export-data.ts'
import { currentSession, listSessions } from './list-sessions.ts'
import { resetPassword, sendPasswordReset } from './reset-password.ts'
import { secondFactorRoutes } from './second-factor-routes.ts'
import { endSession, endSessions, isFormerMemberSession } from './sessions.ts'
import { signIn } from './sign-in.ts'
import { signUpKhateeb, signUpMasjid } from './sign-up.ts'
import { undoEmailChange } from './undo-email-change.ts'
import { loadCommonPasswords } from './validate-new-password.ts'
import { emailStatusOf, sendVerification, verifyEmail } from './verify-email.ts'

/** Returns the routes for accounts, sessions, passwords and email addresses. */
export function identityRoutes(parts: IdentityDependencies): Route[] {
  // Load the list now, so that a missing file fails at startup and not at the first sign-up.
  loadCommonPasswords()
  return [
    publicRoute(contract.khateebSignup, (context, input) => signUpKhateeb(parts, context, input)),
    publicRoute(contract.masjidSignup, (context, input) => signUpMasjid(parts, context, input)),
    signedInRoute(contract.addMasjid, (context, input) => addMasjid(parts, context, input)),
    signedInRoute(contract.becomeKhateeb, (context, input) => becomeKhateeb(parts, context, input)),
    signedInRoute(contract.checkUserRole, async ({ caller }) => ({ role: caller.role })),
    publicRoute(contract.signIn, (context, input) => signIn(parts, context, input)),
    publicRoute(contract.signOut, async ({ caller, database, cookie }) => {
      // Don't use `transact`: with a repeated Idempotency-Key, it would return the stored result of an earlier sign-out and leave the
      // current session open.
      if (caller !== null)
        await database.transaction((tx) => endSession(tx, caller.personId, caller.sessionId))
      cookie.clear()
      return {}
    }),
    publicRoute(contract.getSession, ({ caller, database }) =>
      currentSession(database.db, parts.zips, caller),
    ),
    publicRoute(getEndedSession, async ({ database, request: { token } }) => {
      const isFormer = token !== null && (await isFormerMemberSession(database.db, token))
      return { because: isFormer ? 'no_party' : null }
    }),
    signedInRoute(contract.getSessions, listSessions),
    signedInRoute(contract.revokeSession, async ({ caller, transact, cookie }, { id }) => {
      const result = await transact(async (tx) => {
        if (!(await endSession(tx, caller.personId, id))) throw new Failure('not_found')
        await recordAudit(tx, caller, [accountEntry(caller, 'session_ended')])
        return {}
      })
      if (id === caller.sessionId) cookie.clear()
      return result
    }),
    transactionRoute(contract.endOtherSessions, async (tx, _, caller) => {
      const ended = await endSessions(tx, caller.personId, caller.sessionId)
      if (ended > 0) await recordAudit(tx, caller, [accountEntry(caller, 'sessions_ended')])
      return { ended }
    }),
    signedInRoute(contract.changePassword, (context, input) => changePassword(parts, context, input)),
    signedInRoute(contract.exportData, ({ caller, database }) => exportAccountData(database, caller)),
    signedInRoute(contract.getDeletionOutcomes, async ({ caller, database }) => ({
      parties: await deletionOutcomesOf(database.db, caller),
    })),
    signedInRoute(contract.deleteAccount, (context, input) => deleteAccount(parts, context, input)),
    publicRoute(contract.sendPasswordReset, (context, input) => sendPasswordReset(parts, context, input)),
    publicRoute(contract.resetPassword, (context, input) => resetPassword(parts, context, input)),
    publicRoute(contract.getPasswordPolicy, async () => parts.policy),
    signedInRoute(emailContract.getEmail, ({ caller, database }) =>
      emailStatusOf(database.db, caller.personId),
    ),
    publicRoute(emailContract.verifyEmail, (context, input) => verifyEmail(parts, context, input)),
    signedInRoute(emailContract.sendVerification, (context, input) =>
      sendVerification(parts, context, input),
    ),
    signedInRoute(emailChange.changeEmail, (context, input) => changeEmail(parts, context, input)),
    transactionRoute(emailChange.cancelEmailChange, (tx, _, caller) => cancelEmailChange(tx, caller)),
    publicRoute(emailChange.confirmEmail, (context, input) => confirmEmail(parts, context, input)),
    publicRoute(emailChange.undoEmailChange, (context, input) => undoEmailChange(parts, context, input)),
    publicRoute(emailContract.disownAccount, (context, input) => disownAccount(parts, context, input)),
    ...secondFactorRoutes(parts),
  ]
}
