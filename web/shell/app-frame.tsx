import { QueryClientProvider } from '@tanstack/react-query'
import { Outlet } from 'react-router'
import { queryClient } from '../app/caller.ts'
import { Toasts } from '../ui/toasts.tsx'
import { NavigationProgress } from './navigation-progress.tsx'

/** The frame of every screen except the home page: the query client, and the toasts, which stay across navigations. */
export function Component() {
  return (
    <QueryClientProvider client={queryClient()}>
      <NavigationProgress />
      <Outlet />
      <Toasts />
    </QueryClientProvider>
  )
}
