import { useState } from 'react'

/**
 * Returns the value of the first render, and a function. After a call of this function, the hook returns the current value instead. A
 * dialog uses the hook to keep what it shows while its own action changes the screen behind it. After a refusal, the dialog calls the
 * function, so that it shows what a colleague has changed.
 */
export function useFirstValue<Value>(value: Value): readonly [Value, () => void] {
  const [first] = useState({ value })
  const [isCurrent, setIsCurrent] = useState(false)
  return [isCurrent ? value : first.value, () => setIsCurrent(true)]
}
