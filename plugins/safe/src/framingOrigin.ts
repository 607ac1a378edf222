/**
 * The page that holds this one, where it is one of those given. Chromium and Safari name it; elsewhere the page was opened by
 * its address, so that the referrer is it. A page that can be told neither way counts as none.
 */
export function framingOrigin(allowed: readonly string[]): string | undefined {
  if (typeof window === 'undefined' || window.parent === window) return undefined
  const named = window.location.ancestorOrigins?.[0]
  const origin = named ?? (URL.canParse(document.referrer) ? new URL(document.referrer).origin : undefined)
  return allowed.find((one) => one === origin)
}
