import { t } from '@lingui/core/macro'
import type { ReactNode } from 'react'
import { Outlet, useLoaderData } from 'react-router'
import { useExpectedUid } from '../app/api-call.ts'
import { MainContent } from '../app/main-content.tsx'
import { paths } from '../app/paths.ts'
import { readSession, type Session } from '../app/session.ts'
import { PublicBar } from './public-bar.tsx'
import { SignedInBar } from './signed-in-bar.tsx'

/** The session, if any. If it can't be loaded, the screen shows as signed out. */
function loader(): Promise<Session | null> {
  return readSession().catch(() => null)
}

/** The frame of a public screen that shows the user's own bar if signed in. */
function OptionalSessionFrame({ signedOutBar }: { signedOutBar: ReactNode }) {
  const session = useLoaderData<typeof loader>()
  useExpectedUid(session?.uid)
  return (
    <div className="flex min-h-dvh flex-col pb-bar md:pb-0">
      {session === null ? signedOutBar : <SignedInBar role={session.role} />}
      <MainContent>
        <Outlet />
      </MainContent>
    </div>
  )
}

/** For the screen of khateebs. */
function KhateebFrame() {
  return <OptionalSessionFrame signedOutBar={<PublicBar />} />
}

/** For the screen of masjids. */
function MasjidFrame() {
  const links = [
    { to: paths.login, text: t`Login` },
    { to: paths.khateebSignup, text: t`Register as Khateeb` },
    { to: paths.masjidSignup, text: t`Register as Masjid` },
  ]
  return <OptionalSessionFrame signedOutBar={<PublicBar links={links} />} />
}

/** The frames of the public screens of each role, as routes. */
export const optionalSessionFrames = {
  khateeb: { Component: KhateebFrame, loader },
  masjid: { Component: MasjidFrame, loader },
}
