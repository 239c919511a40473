import { t } from '@lingui/core/macro'
import { ArrowLeft } from 'lucide-react'
import { useNavigate } from 'react-router'
import { landingPaths } from '../../contract/screen-paths.ts'
import { Button } from '../ui/button.tsx'
import { usePathForCurrentParty } from './link.tsx'
import { useSession } from './session.ts'

/** A button that leads to the previous screen, or to the home screen of the user's role if the user opened this screen by its address. */
export function GoBack() {
  const { role } = useSession()
  const navigate = useNavigate()
  const landing = usePathForCurrentParty(landingPaths[role])
  const goBack = () => void (hasPreviousScreen() ? navigate(-1) : navigate(landing))
  return (
    <Button variant="quiet" onClick={goBack}>
      <ArrowLeft className="size-5 rtl:-scale-x-100" />
      {t`Go Back`}
    </Button>
  )
}

/** Whether the previous history entry is a screen of this site. The router stores the index of each entry in the history state. */
function hasPreviousScreen(): boolean {
  const state: unknown = window.history.state
  return typeof state === 'object' && state !== null && 'idx' in state && Number(state.idx) > 0
}
