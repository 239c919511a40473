import { t } from '@lingui/core/macro'
import type { ReactNode } from 'react'
import { Outlet, useLoaderData } from 'react-router'
import { useShownUid } from '../app/api-call.ts'
import { MainContent } from '../app/main-content.tsx'
import { paths } from '../app/paths.ts'
import { readSession, type Session } from '../app/session.ts'
import { PublicBar } from './public-bar.tsx'
import { SignedInBar } from './signed-in-bar.tsx'

/** Who is signed in, if anybody; when the server can't say, the screen is open to nobody in particular. */
export function loader(): Promise<Session | null> {
  return readSession().catch(() => null)
}

/** Around a screen that anybody may open, with the bar of whoever does. */
function OpenFrame({ signedOutBar }: { signedOutBar: ReactNode }) {
  const session = useLoaderData<typeof loader>()
  useShownUid(session?.uid)
  return (
    <div className="flex min-h-dvh flex-col pb-bar md:pb-0">
      {session === null ? signedOutBar : <SignedInBar role={session.role} />}
      <MainContent>
        <Outlet />
      </MainPart>
    </div>
  )
}

/** Around the khateebs' open screens. */
export function KhateebOptionalSessionFrame() {
  return <OpenFrame signedOutBar={<PublicBar />} />
}

/** Around the masjids' open screens; signed out they have a bar of their own. */
export function MasjidOptionalSessionFrame() {
  const links = [
    { to: paths.login, text: t`Login` },
    { to: paths.khateebSignup, text: t`Register as Khateeb` },
    { to: paths.masjidSignup, text: t`Register as Masjid` },
  ]
  return <OpenFrame signedOutBar={<PublicBar links={links} />} />
}
