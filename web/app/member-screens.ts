let load = (): void => {}

/** Tells how the screens of the signed in are loaded. */
export function loadMemberScreensBy(loader: () => void): void {
  load = loader
}

/** Loads all screens that the signed in go to, so that a step to one of them waits for its data alone. */
export function loadMemberScreens(): void {
  load()
}
