import { sql } from 'kysely'
import { createPasswords } from '../../server/identity/passwords.ts'
import { cheapPasswordCost } from '../runtime/app.ts'
import { khateebProfile, masjidProfile } from '../runtime/insert-people.ts'
import { password } from '../runtime/people.ts'
import { type Fixture, khateebPhone, members, roleOfMember } from './fixture.ts'

/** The hash of the shared test password. */
const password_hash = await createPasswords(cheapPasswordCost).hash(password)

/** Restores the accounts after a test: deletes added parties and members, and undoes deletions and changes of email or password. */
export async function restoreAccounts(fixture: Fixture): Promise<void> {
  const { db } = fixture.database
  const own = members.map((it) => fixture[it].uid)
  const personIds = members.map((it) => fixture.personIds[it])
  const theirs = db.selectFrom('memberships').where('party_uid', 'in', own).select('person_id')
  await db
    .deleteFrom('parties')
    .where('uid', 'not in', own)
    .where('uid', 'in', (eb) =>
      eb.selectFrom('memberships').where('person_id', 'in', theirs).select('party_uid'),
    )
    .execute()
  const emails = members.map((it) => fixture[it].email)
  await db
    .updateTable('people')
    .from(
      sql<{ id: string; email: string }>`unnest(${personIds}::uuid[], ${emails}::text[])`.as<'own'>(
        sql`own (id, email)`,
      ),
    )
    .whereRef('people.id', '=', 'own.id')
    .set((eb) => ({
      email: eb.ref('own.email'),
      password_hash,
      left_at: null,
      name: null,
      // Keep the khateeb's email confirmed if a test has confirmed it. All other emails become unconfirmed again.
      email_verified_at: eb
        .case()
        .when('people.id', '=', fixture.personIds.khateeb)
        .then(eb.ref('people.email_verified_at'))
        .end(),
    }))
    .execute()
  await restoreProfiles(fixture)
  await db
    .insertInto('memberships')
    .values(
      members.map((it) => ({
        person_id: fixture.personIds[it],
        party_uid: fixture[it].uid,
        party_role: roleOfMember(it),
        role: 'owner' as const,
        // These owners joined before all other members, even if a test has stopped the clock.
        created_at: new Date('2020-01-01T00:00:00Z'),
      })),
    )
    .onConflict((same) => same.columns(['person_id', 'party_uid']).doUpdateSet({ role: 'owner' }))
    .execute()
  await db
    .deleteFrom('memberships')
    .where('party_uid', 'in', [fixture.masjid.uid, fixture.otherMasjid.uid])
    .where('person_id', 'not in', [fixture.personIds.masjid, fixture.personIds.otherMasjid])
    .execute()
}

/** Restores the khateebs and masjids that a test has deleted. */
async function restoreProfiles(fixture: Fixture): Promise<void> {
  const { db } = fixture.database
  const restored = await db
    .updateTable('parties')
    .set({ left_at: null })
    .where(
      'uid',
      'in',
      members.map((it) => fixture[it].uid),
    )
    .where('left_at', 'is not', null)
    .returning('uid')
    .execute()
  for (const { uid } of restored) {
    const member = members.find((it) => fixture[it].uid === uid) ?? 'khateeb'
    if (roleOfMember(member) === 'masjid') {
      await db.insertInto('masjids').values(masjidProfile(fixture[member])).execute()
    } else {
      const phone = member === 'khateeb' ? khateebPhone : undefined
      await db.insertInto('khateebs').values(khateebProfile(fixture[member], phone)).execute()
    }
  }
}
