import { type ComponentProps, StrictMode } from 'react'
import { renderToString } from 'react-dom/server'
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router'
import { paths, patterns } from './app/paths.ts'
import { routes } from './app/routes.tsx'
import { Settings } from './app/settings.ts'

const shared = ['app/everyday-frame.tsx', 'words/everybody.en.po']

/**
 * The screens that are the same for everybody, by the names of their files; and the modules that a browser loads for
 * each beside the first ones.
 */
export const screens = {
  home: { path: paths.home, modules: ['home/home-page.tsx'] },
  login: { path: paths.login, modules: [...shared, 'identity/login-page.tsx'] },
  'khateeb-signup': { path: paths.khateebSignup, modules: [...shared, 'identity/khateeb-signup-page.tsx'] },
  'masjid-signup': { path: paths.masjidSignup, modules: [...shared, 'identity/masjid-signup-page.tsx'] },
  'home-about-us': { path: paths.homeAboutUs, modules: [...shared, 'about/about-us-page.tsx'] },
}

/** The modules that all other screens load, which are those of the signed in. */
export const others = [...shared, 'app/signed-in-frame.tsx', 'words/members.en.po']

/** The patterns of all addresses that have a screen, with `:name` for what differs. */
export const addresses: readonly string[] = Object.values(patterns)

/** A screen as it is drawn before any script runs. */
export async function draw(
  path: string,
  settings: ComponentProps<typeof Settings>['value'],
): Promise<string> {
  const handler = createStaticHandler(routes)
  const context = await handler.query(new Request(`http://minbar.invalid${path}`))
  if (context instanceof Response) throw new Error(`${path} leads elsewhere, and can't be drawn.`)
  return renderToString(
    <StrictMode>
      <Settings value={settings}>
        <StaticRouterProvider
          router={createStaticRouter(handler.dataRoutes, context)}
          context={context}
          hydrate={false}
        />
      </Settings>
    </StrictMode>,
  )
}
