import type { LoaderFunctionArgs } from 'react-router'
import { queries } from '../app/queries.ts'
import { masjidQuery } from './masjid-query.ts'
import { MasjidScreen } from './masjid-screen.tsx'

/** Starts what the screen needs, so that it comes beside the session and not after it. */
export function loader({ params }: LoaderFunctionArgs): null {
  void queries.prefetchQuery(masjidQuery(params['masjidId'] ?? ''))
  return null
}

/** A masjid without its khutbahs. */
export function Component() {
  return <MasjidScreen />
}
