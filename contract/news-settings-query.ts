/**
 * The query of the account screen with which the settings of news are open. Not in `screen-paths.ts`, because all screens load that file.
 */
export const newsSettingsQuery = '?open=news'
