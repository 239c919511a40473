/** Makes a call `times` times, one after the other. Returns the results in order. */
export async function repeat<Result>(
  times: number,
  call: (index: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  for (let index = 0; index < times; index += 1) results.push(await call(index))
  return results
}
