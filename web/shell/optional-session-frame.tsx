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
export function loader(): Promise<Session | null> {
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

export function KhateebOptionalSessionFrame() {
  return <OptionalSessionFrame signedOutBar={<PublicBar />} />
}

export function MasjidOptionalSessionFrame() {
  const links = [
    { to: paths.login, text: t`Login` },
    { to: paths.khateebSignup, text: t`Register as Khateeb` },
    { to: paths.masjidSignup, text: t`Register as Masjid` },
  ]
  return <OptionalSessionFrame signedOutBar={<PublicBar links={links} />} />
}
