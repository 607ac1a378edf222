const waits = 'window.addEventListener("DOMContentLoaded",'

/**
 * Has the generator's search begin as its script runs. It waits for `DOMContentLoaded`, which is over by then: pages run their modules
 * after the first paint.
 *
 * @throws Error when the script doesn't wait once
 */
export function beginAtOnce(script: string): string {
  const parts = script.split(waits)
  if (parts.length !== 2)
    throw new Error(
      `Expected the generator's search to wait once for DOMContentLoaded, found ${parts.length - 1} times. See how it begins, and mend beginAtOnce.`,
    )
  return parts.join('(begin=>begin())(')
}
