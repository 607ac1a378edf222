/** Whether the person asked for little to be downloaded: nothing is loaded ahead then. */
export function savesData(): boolean {
  const { connection } = navigator as { connection?: { readonly saveData?: boolean } }
  return connection?.saveData === true
}
