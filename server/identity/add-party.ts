import type { Role } from '../../contract/endpoint.ts'
import type {
  addMasjid as addMasjidCall,
  becomeKhateeb as becomeKhateebCall,
} from '../../contract/identity.ts'
import { accountEntry, recordAudit } from '../audit/record-audit.ts'
import type { Tx } from '../database/database.ts'
import { Failure, invalidField } from '../http/failure.ts'
import type { SignedInContext } from '../http/route.ts'
import type { Place, ZipTable } from '../places/zip-table.ts'
import { insertParty } from './accounts.ts'
import type { SignedInAction } from './action-types.ts'
import { insertKhateeb, insertMasjid } from './insert-profile.ts'

/** The largest number of parties that a person may act for. The number is limited because each call reads all parties of its caller. */
export const maxParties = 20

/** Creates a masjid that the caller owns. */
export const addMasjid: SignedInAction<typeof addMasjidCall> = (parts, context, input) =>
  addProfile(parts, context, 'masjid', input, insertMasjid)

/** Creates a khateeb profile for the caller. A unique index allows each person only one. */
export const becomeKhateeb: SignedInAction<typeof becomeKhateebCall> = (parts, context, input) =>
  addProfile(parts, context, 'khateeb', input, insertKhateeb)

async function addProfile<Profile extends { readonly zipCode: string }>(
  { zips }: { readonly zips: ZipTable },
  { caller, transact }: Pick<SignedInContext, 'caller' | 'transact'>,
  role: Role,
  profile: Profile,
  insert: (tx: Tx, uid: string, profile: Profile, place: Place) => Promise<void>,
) {
  const place = placeOf(zips, profile.zipCode)
  return transact(async (tx) => {
    const uid = await addParty(tx, role, caller.personId)
    await insert(tx, uid, profile, place)
    return { uid }
  })
}

function placeOf(zips: ZipTable, zipCode: string): Place {
  const place = zips.find(zipCode)
  if (place === undefined) throw invalidField('zipCode', 'zip_not_valid')
  return place
}

async function addParty(tx: Tx, role: Role, personId: string): Promise<string> {
  // Lock the person, so that concurrent calls cannot exceed the limit, and so that a deleted person gets no new party.
  const person = tx.selectFrom('people').where('id', '=', personId).where('left_at', 'is', null)
  await person
    .select('id')
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow(() => new Failure('not_signed_in'))
  await refuseTooManyParties(tx, personId)
  const uid = await insertParty(tx, role, personId)
  await recordAudit(tx, { uid, role, personId }, [accountEntry({ uid, role }, 'account_created')])
  return uid
}

/** Throws `too_many_parties` if the person has `maxParties` parties. The caller’s transaction must have locked the person. */
export async function refuseTooManyParties(tx: Tx, personId: string): Promise<void> {
  const memberships = await tx
    .selectFrom('memberships')
    .where('person_id', '=', personId)
    .select('party_uid')
    .execute()
  if (memberships.length >= maxParties) throw new Failure('too_many_parties')
}
