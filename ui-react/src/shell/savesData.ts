/** Whether the person asked for little to be downloaded: nothing is loaded ahead then. */
export function savesData(): boolean {
  return (navigator as { connection?: { readonly saveData?: boolean } }).connection?.saveData === true
}
