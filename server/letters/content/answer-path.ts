import { type Path, paths, withToken } from '../../../contract/screen-paths.ts'

/**
 * Returns the path of the screen on which the reader answers a question in a letter. With a token, this screen needs no session. Without a
 * token, it is `ownScreen`.
 * @param token token of the letter's answer link
 */
export function answerPath(token: string | undefined, ownScreen: Path): Path {
  return token === undefined ? ownScreen : withToken(paths.answer, token)
}
