/**
 * The query in the address of the account screen that opens the news settings. Not in `screen-paths.ts`, because all screens load that
 * file.
 */
export const newsSettingsQuery = '?open=news'
