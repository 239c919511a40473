/**
 * Runs an action, and then closes all that it has opened, last first. Returns the errors, earliest first: the error of the action, and the
 * errors of closing. So an error of closing doesn't hide why the action failed, and doesn't leave the rest open.
 * @param opened the action may add to this list until it ends
 */
export async function runAndClose(
  action: () => Promise<void>,
  opened: readonly { close(): Promise<void> }[],
): Promise<readonly unknown[]> {
  const errors: unknown[] = []
  const attempt = (act: () => Promise<void>) => act().catch((error: unknown) => void errors.push(error))
  await attempt(action)
  for (const it of opened.toReversed()) await attempt(() => it.close())
  return errors
}
