import { MainContent } from '../app/main-content.tsx'
import { PublicBar } from './public-bar.tsx'
import { ScreenFailed } from './screen-failed.tsx'

/** When what stands around a screen can't be loaded or breaks: the bar that came with the first load stays. */
export function RootError() {
  return (
    <div className="flex min-h-dvh flex-col pb-bar md:pb-0">
      <PublicBar />
      <MainContent>
        <ScreenFailed />
      </MainPart>
    </div>
  )
}
