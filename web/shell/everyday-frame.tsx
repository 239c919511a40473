import { QueryClientProvider } from '@tanstack/react-query'
import { Outlet } from 'react-router'
import { queries } from '../app/caller.ts'
import { Toasts } from '../ui/toasts.tsx'
import { OnTheWay } from './on-the-way.tsx'

/** Around every screen but the home page: what the server told, and the toasts, which outlive a step to another screen. */
export function Component() {
  return (
    <QueryClientProvider client={queries()}>
      <OnTheWay />
      <Outlet />
      <Toasts />
    </QueryClientProvider>
  )
}
