import { type Path, paths, withToken } from '../../../contract/screen-paths.ts'

/**
 * Where a letter's question is answered: the screen that needs no session, or without a token the member's own.
 * @param token of the letter's answer link
 */
export function answerPath(token: string | undefined, ownScreen: Path): Path {
  return token === undefined ? ownScreen : withToken(paths.answer, token)
}
