import { I18nProvider } from '@lingui/react'
import { QueryClientProvider } from '@tanstack/react-query'
import { Outlet } from 'react-router'
import { Toasts } from '../ui/toasts.tsx'
import { queries } from './queries.ts'
import { words } from './words.ts'

/** Around every screen but the home page: what the server told, and the toasts, which outlive a step to another screen. */
export function Component() {
  return (
    <I18nProvider i18n={words}>
      <QueryClientProvider client={queries}>
        <Outlet />
        <Toasts />
      </QueryClientProvider>
    </I18nProvider>
  )
}
