import type { ReactNode } from 'react'
import { Outlet } from 'react-router'
import { MainContent } from '../app/main-content.tsx'
import { FailedScreen } from './failed-screen.tsx'
import { PublicBar } from './public-bar.tsx'

/** A navigation bar with a screen below it. */
export function Frame({ bar, children }: { bar: ReactNode; children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col pb-bar md:pb-0">
      {bar}
      <MainContent>{children}</MainContent>
    </div>
  )
}

/** The frame of the screens for signed-out visitors. */
export function PublicFrame() {
  return (
    <Frame bar={<PublicBar />}>
      <Outlet />
    </Frame>
  )
}

/** The screen that is shown when a frame throws or fails to load. It uses only modules of the first chunk, so that it can always render. */
export function RootErrorScreen() {
  return (
    <Frame bar={<PublicBar />}>
      <FailedScreen />
    </Frame>
  )
}
