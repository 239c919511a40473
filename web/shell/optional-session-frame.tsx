import { t } from '@lingui/core/macro'
import { Outlet, useLoaderData, useMatch } from 'react-router'
import { paths } from '../../contract/screen-paths.ts'
import { useExpectedUid } from '../app/api-call.ts'
import { readSession, type Session, SessionContext } from '../app/session.ts'
import { Frame } from './frames.tsx'
import { PublicBar } from './public-bar.tsx'
import { SignedInBar } from './signed-in-bar.tsx'

/** Loads the session; null if signed out. Also null if the call fails. */
export function loader(): Promise<Session | null> {
  return readSession().catch(() => null)
}

/** The frame of public screens that show the bar for members to a signed-in user. */
export function Component() {
  const session = useLoaderData<typeof loader>()
  useExpectedUid(session?.uid)
  return (
    <Frame bar={session === null ? <SignedOutBar /> : <SignedInBarWithSession session={session} />}>
      <Outlet />
    </Frame>
  )
}

function SignedInBarWithSession({ session }: { session: Session }) {
  return (
    <SessionContext value={session}>
      <SignedInBar session={session} />
    </SessionContext>
  )
}

function SignedOutBar() {
  // The specification gives the masjids' screen other links when the visitor is signed out.
  const isForMasjids = useMatch(paths.masjidAboutUs) !== null
  if (!isForMasjids) return <PublicBar />
  return (
    <PublicBar
      links={[
        { to: paths.login, text: t`Login` },
        { to: paths.khateebSignup, text: t`Register as Khateeb` },
        { to: paths.masjidSignup, text: t`Register as Masjid` },
      ]}
    />
  )
}
