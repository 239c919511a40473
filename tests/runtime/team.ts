import { randomUUID } from 'node:crypto'
import { verifyEmail } from '../../contract/account-email.ts'
import type { MemberRole } from '../../contract/endpoint.ts'
import { signIn } from '../../contract/identity.ts'
import { joinByInvitation } from '../../contract/invitation-links.ts'
import { getMembers, inviteMember } from '../../contract/members.ts'
import { clientOf, type TestApp } from './app.ts'
import { tokenInLetter } from './email-changes.ts'
import { newMasjid, password, type TestAccount } from './people.ts'
import { personIdOf } from './person-id.ts'

/** The URL of a running application, and its database. */
type RunningApp = Pick<TestApp, 'baseUrl' | 'database'>

/** A member of a masjid, with a session. `uid` is the masjid's uid. */
export interface TestMember extends TestAccount {
  readonly personId: string
}

/** Signs up a masjid whose owner has confirmed the email. */
export async function newOwner(app: RunningApp): Promise<TestMember> {
  const masjid = await newMasjid(app.baseUrl)
  await clientOf(app.baseUrl).call(verifyEmail, { token: await tokenInLetter(app, masjid.email, 'welcome') })
  return { ...masjid, personId: await personIdOf(app.database.db, masjid.uid) }
}

/** Invites the person with an email address to become a member. Returns the address, and the token in the letter. */
export async function inviteAndReadToken(
  app: RunningApp,
  owner: TestAccount,
  memberRole: MemberRole,
  email: string = `member-${randomUUID()}@minbar.example`,
): Promise<{ readonly token: string; readonly email: string }> {
  await owner.client.call(inviteMember, { password, email, memberRole })
  return { token: await tokenInLetter(app, email, 'member_invited'), email }
}

/** Invites a new person. The person accepts the invitation and signs in. */
export async function newMember(
  app: RunningApp,
  owner: TestMember,
  memberRole: MemberRole,
  name: string = `Bilal ${randomUUID().slice(0, 8)}`,
): Promise<TestMember> {
  const { token, email } = await inviteAndReadToken(app, owner, memberRole)
  await clientOf(app.baseUrl).call(joinByInvitation, { token, name, password })
  const session = await clientOf(app.baseUrl).call(signIn, { email, password })
  const client = clientOf(app.baseUrl, session.token ?? '')
  const { members } = await client.call(getMembers, {})
  const { personId = '' } = members.find(({ isCaller }) => isCaller) ?? {}
  return { uid: session.uid, email, name, token: session.token ?? '', client, personId }
}

/** Signs up a masjid with an owner, and with the scheduler Bilal Rahman. Deletes the letters that this has queued. */
export async function newTeam(
  app: RunningApp,
): Promise<{ readonly owner: TestMember; readonly member: TestMember }> {
  const owner = await newOwner(app)
  const member = await newMember(app, owner, 'scheduler', 'Bilal Rahman')
  await app.database.db.deleteFrom('letters').execute()
  return { owner, member }
}

/** Returns the members of a masjid as a member sees them, as `role name`. */
export async function teamSeenBy(member: TestAccount): Promise<string[]> {
  const { members } = await member.client.call(getMembers, {})
  return members.map(({ memberRole, name, email }) => `${memberRole} ${name ?? email}`)
}
