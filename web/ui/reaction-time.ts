/**
 * In milliseconds. A press within this time after a change was meant for the screen before the change. People need at least 200 ms to
 * notice a change, and more to stop a press.
 */
export const reactionTime = 400
