/** The part of `document` that is looked at: the Permissions Policy, as Chromium tells it. */
interface TellsPolicy {
  readonly featurePolicy?: { allowsFeature(name: string): boolean }
}

/**
 * Tells whether a passkey can be made in this document. WebKit refuses it in every frame of another origin, on the same site or not
 * (WebAuthn level 3, section 5.10, leaves it to the browser); only Chromium says what a frame may do. Elsewhere a window does it.
 */
export function mayMakePasskeys(
  view: Pick<Window, 'top' | 'self'> = window,
  page: object = document,
): boolean {
  if (view.top === view.self) return true
  return (page as TellsPolicy).featurePolicy?.allowsFeature('publickey-credentials-create') ?? false
}
