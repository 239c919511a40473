import { t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import { queryClient } from '../app/document-context.ts'
import { useDraft } from '../app/use-draft.ts'
import { useHasRole } from '../members/use-has-role.ts'
import { Card } from '../ui/card.tsx'
import { Notice } from '../ui/notice.tsx'
import { PlanFields } from './plan-fields.tsx'
import { PlanPreview } from './plan-preview.tsx'
import { type Plan, type PlanResponse, planQuery, previewQuery } from './plan-queries.ts'
import { rebasePlan } from './rebase-plan.ts'
import { serviceErrorOf } from './service-fields.tsx'

/** A changed plan, and the saved plan on which it is based. */
interface Draft {
  readonly plan: Plan
  readonly base: Plan
}

/** The form and the preview of the masjid's plan. Viewers see only the preview. Unsaved changes survive a reload in the same tab. */
export function PlanForm({ saved }: { saved: PlanResponse }) {
  const maySchedule = useHasRole('scheduler')
  const [draft, setDraft] = useDraft<Draft>('plan-draft')
  const isChanged = maySchedule && draft !== undefined
  const plan = isChanged ? rebasedPlan(draft, saved) : saved.plan
  const isValid = plan.services.every((it) => serviceErrorOf(it) === undefined)
  const drafted = useQuery(previewQuery(plan, { isEnabled: isChanged && isValid, first: saved.preview }))
  const preview = isChanged ? (drafted.data ?? saved.preview) : saved.preview
  const isOutdated = isChanged && drafted.isPlaceholderData
  if (!maySchedule && !saved.isSaved)
    return <Notice title={t`No plan yet`}>{t`An owner or a scheduler can set one.`}</Notice>
  return (
    <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
      {maySchedule && (
        <PlanFields
          plan={plan}
          savedPlan={saved.isSaved ? saved.plan : null}
          isChanged={isChanged}
          preview={isOutdated ? undefined : preview}
          today={saved.today}
          onChange={(changed) => setDraft({ plan: changed, base: saved.plan })}
          onDiscard={() => setDraft(undefined)}
          // Keeps changes that the user has made since the plan was sent.
          onSaved={(sent) => {
            const isSame = JSON.stringify(plan) === JSON.stringify(sent)
            setDraft(isSame ? undefined : { plan, base: sent })
            queryClient().setQueryData(planQuery.queryKey, { ...saved, plan: sent, isSaved: true })
          }}
        />
      )}
      <Card title={t`The Next 13 Fridays`}>
        <PlanPreview preview={preview} error={isChanged ? drafted.error : null} closures={plan.closures} />
      </Card>
    </div>
  )
}

/**
 * Applies the draft's changes to the plan that is saved now, because a colleague may have saved another plan since the draft began. If no
 * plan is saved now, for example because a colleague has stopped it, returns the draft's whole plan.
 */
function rebasedPlan({ plan, base }: Draft, saved: PlanResponse): Plan {
  return saved.isSaved ? rebasePlan(plan, base, saved.plan) : plan
}
