/** Works through a list some at a time: what one of them does to a request, it does to few others. */
export async function inGroups<From, To>(
  list: readonly From[],
  size: number,
  work: (group: readonly From[]) => Promise<readonly To[]>,
): Promise<readonly To[]> {
  const results: To[] = []
  for (let start = 0; start < list.length; start += size) {
    results.push(...(await work(list.slice(start, start + size))))
  }
  return results
}
