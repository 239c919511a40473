import { useState } from 'react'

/**
 * Returns the value of the first render, and a function after whose call the current value is returned. A dialog keeps what it shows while
 * its own action changes the screen behind it. After a refusal, it must show what a colleague has changed.
 */
export function useFirstValue<Value>(value: Value): readonly [Value, () => void] {
  const [first] = useState({ value })
  const [isCurrent, setIsCurrent] = useState(false)
  return [isCurrent ? value : first.value, () => setIsCurrent(true)]
}
