import { parseOrigin } from '@latchkey/plugin-email-auth/protocol'

/** The origin of the app that this page was made for. The page's own policy lets no other one frame it. */
export function readAppOrigin(): string | undefined {
  const named = document.querySelector<HTMLMetaElement>('meta[name="app-origin"]')?.content
  return parseOrigin(named)
}

/** Whether the page around this one is the app's, as far as the browser says. */
export function isFramedBy(appOrigin: string): boolean {
  if (window.parent === window) return false
  const ancestors = (location as { ancestorOrigins?: DOMStringList }).ancestorOrigins
  return !ancestors || ancestors.length === 0 || ancestors[0] === appOrigin
}
