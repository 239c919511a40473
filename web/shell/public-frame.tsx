import { Outlet } from 'react-router'
import { MainContent } from '../app/main-content.tsx'
import { PublicBar } from './public-bar.tsx'

/** The frame of the screens for signed-out visitors. */
export function PublicFrame() {
  return (
    <div className="flex min-h-dvh flex-col pb-bar md:pb-0">
      <PublicBar />
      <MainContent>
        <Outlet />
      </MainContent>
    </div>
  )
}
