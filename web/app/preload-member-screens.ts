let load = async (): Promise<void> => {}

/** Sets the function that loads the screens for members. Called by `other-routes.ts`, because this file may not import the routes. */
export function setMemberScreenPreloader(loader: () => Promise<void>): void {
  load = loader
}

/**
 * Preloads the scripts of all screens for members, so that navigating to one waits only for its data. Does nothing if the user
 * has asked the browser to save data.
 */
export function preloadMemberScreens(): void {
  // Safari and Firefox don't have this property, and TypeScript doesn't know it.
  const { connection }: Navigator & { connection?: { saveData: boolean } } = navigator
  if (!connection?.saveData) void load()
}
