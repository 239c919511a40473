import { t } from '@lingui/core/macro'
import { ArrowLeft } from 'lucide-react'
import { useNavigate } from 'react-router'
import { Button } from '../ui/button.tsx'
import { landings } from './paths.ts'
import { useSession } from './session.ts'

/** Over a screen's title: back to where one came from, or home where the screen was opened by its address. */
export function GoBack() {
  const { role } = useSession()
  const navigate = useNavigate()
  const goBack = () => void (hasScreenBefore() ? navigate(-1) : navigate(landings[role]))
  return (
    <Button variant="quiet" onClick={goBack}>
      <ArrowLeft className="size-5 rtl:-scale-x-100" aria-hidden="true" />
      {t`Go Back`}
    </Button>
  )
}

/** Whether the step before was on this page: the router counts its own steps in the history's state. */
function hasScreenBefore(): boolean {
  const state: unknown = window.history.state
  return typeof state === 'object' && state !== null && 'idx' in state && Number(state.idx) > 0
}
