import { Outlet } from 'react-router'
import { MainContent } from '../app/main-content.tsx'
import { PublicBar } from './public-bar.tsx'

/** What stands around the screens of those who aren't signed in. */
export function PublicFrame() {
  return (
    <div className="flex min-h-dvh flex-col pb-bar md:pb-0">
      <PublicBar />
      <MainContent>
        <Outlet />
      </MainPart>
    </div>
  )
}
