let load = (): void => {}

/** Sets how the screens for members are loaded; `other-routes.ts` calls it, since this file may not import the routes. */
export function setMemberScreenPreloader(loader: () => void): void {
  load = loader
}

/** Preloads the scripts of all screens for members, so that navigating to one waits only for its data. */
export function preloadMemberScreens(): void {
  load()
}
