import { QueryClientProvider } from '@tanstack/react-query'
import { Outlet } from 'react-router'
import { queryClient } from '../app/caller.ts'
import { Toasts } from '../ui/toasts.tsx'
import { NavigationProgress } from './navigation-progress.tsx'

/** Around every screen but the home page: what the server told, and the toasts, which outlive a step to another screen. */
export function Component() {
  return (
    <QueryClientProvider client={queryClient()}>
      <NavigationProgress />
      <Outlet />
      <Toasts />
    </QueryClientProvider>
  )
}
