/** In milliseconds. People need at least 0.2 s to react, so a press within this time was aimed at the screen before a change. */
export const reactionTime = 400
