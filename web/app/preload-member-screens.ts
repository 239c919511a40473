let load = (): void => {}

/** Tells how the screens of the signed in are loaded. */
export function setMemberScreenPreloader(loader: () => void): void {
  load = loader
}

/** Loads all screens that the signed in go to, so that a step to one of them waits for its data alone. */
export function preloadMemberScreens(): void {
  load()
}
