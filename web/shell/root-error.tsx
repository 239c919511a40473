import { MainContent } from '../app/main-content.tsx'
import { PublicBar } from './public-bar.tsx'
import { ScreenFailed } from './screen-failed.tsx'

/** Shown when a frame fails to load or throws. It uses only modules of the first chunk. */
export function RootError() {
  return (
    <div className="flex min-h-dvh flex-col pb-bar md:pb-0">
      <PublicBar />
      <MainContent>
        <ScreenFailed />
      </MainContent>
    </div>
  )
}
