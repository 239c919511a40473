/** Loads the routes of all screens but the home page. In a file of its own, so that the table of documents can find the module's file. */
export const loadOtherRoutes = () => import('./other-routes.ts')
