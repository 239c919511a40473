import type { InputOf } from '../../contract/endpoint.ts'
import type { verifyEmail as endpoint } from '../../contract/identity.ts'
import { ofAccount, record } from '../audit/record.ts'
import { now } from '../database/database.ts'
import { Failure } from '../http/failure.ts'
import type { Context } from '../http/route.ts'
import { spendLink } from './links.ts'

/** Notes that an account's address is its owner's: only its letter held this link, which works once. */
export async function verifyEmail(
  context: Context,
  { token }: InputOf<typeof endpoint>,
): Promise<Record<never, never>> {
  return context.transact(async (tx) => {
    const uid = await spendLink(tx, token, 'verify_email')
    if (uid === undefined) throw new Failure('link_spent')
    const { role } = await tx
      .updateTable('accounts')
      .set({ email_verified_at: now })
      .where('uid', '=', uid)
      .returning('role')
      .executeTakeFirstOrThrow()
    await record(tx, { role, uid }, [ofAccount({ role, uid }, 'email_verified')])
    return {}
  })
}
