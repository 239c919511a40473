/**
 * Loads the routes of all screens except the home page. This function must be in the folder `shell/`, because `screen-documents.ts` finds
 * the imported file relative to this folder (see `fileOf`).
 */
export const loadOtherRoutes = () => import('./other-routes.ts')
