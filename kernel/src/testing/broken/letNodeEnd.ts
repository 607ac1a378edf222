/** Keeps Node from waiting for a timer that a broken plugin leaves behind. A browser's timer is a number, and nothing waits for it. */
export function letNodeEnd(timer: unknown): void {
  const { unref } = Object(timer) as { readonly unref?: unknown }
  if (typeof unref === 'function') unref.call(timer)
}
