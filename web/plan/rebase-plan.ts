import { rebaseList } from '../app/rebase-list.ts'
import type { Plan, Service } from './plan-queries.ts'

/** Applies the changes between the plans `base` and `draft` to `saved`, which a colleague has saved meanwhile. */
export function rebasePlan(draft: Plan, base: Plan, saved: Plan): Plan {
  return {
    services: rebaseServices(draft.services, base.services, saved.services),
    closures: rebaseList(draft.closures, base.closures, saved.closures),
    weeksAhead: draft.weeksAhead === base.weeksAhead ? saved.weeksAhead : draft.weeksAhead,
  }
}

/** Takes the services from `saved`, and applies to them what the user has changed, added or removed since `base`. */
function rebaseServices(
  draft: readonly Service[],
  base: readonly Service[],
  saved: readonly Service[],
): Service[] {
  const [inDraft, inBase, inSaved] = [draft, base, saved].map(
    (services) => new Map(services.map((it) => [it.key, it])),
  )
  const isChanged = ({ key }: Service) =>
    JSON.stringify(inDraft?.get(key)) !== JSON.stringify(inBase?.get(key))
  const kept = saved.flatMap((it) => {
    if (!inBase?.has(it.key) || !isChanged(it)) return [it]
    return inDraft?.get(it.key) ?? []
  })
  // The services that the user changed and a colleague removed, and the user's new services. A new service gets another key if a
  // colleague's service has its key.
  const others = draft.filter((it) => (inBase?.has(it.key) ? !inSaved?.has(it.key) && isChanged(it) : true))
  let key = Math.max(0, ...[...draft, ...saved].map((it) => it.key))
  return [...kept, ...others.map((it) => (inSaved?.has(it.key) ? { ...it, key: (key += 1) } : it))]
}
