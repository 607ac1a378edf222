/** Pages that are open at the same time. */
const openPages = 4

/** Does the work for each item, several at a time, and returns what it gave in the order of the items. */
export async function shareOut<Item, Given>(
  items: readonly Item[],
  work: (item: Item, at: number) => Promise<Given>,
): Promise<readonly Given[]> {
  const given: Given[] = []
  let next = 0
  const takeAll = async () => {
    for (let at = next; at < items.length; at = next) {
      next = at + 1
      given[at] = await work(items[at] as Item, at)
    }
  }
  await Promise.all(Array.from({ length: openPages }, takeAll))
  return given
}
