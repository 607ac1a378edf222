const dataImage = /^data:image\/(?:png|jpeg|gif|webp|avif|svg\+xml)[;,]/i

/**
 * The address of a picture if it is safe to put in `<img src>`, else `undefined`. Allowed are `https:`,
 * `data:` of a known image type, `blob:`, addresses on the page's own origin and, for development,
 * `http:` on loopback.
 */
export function safeImageUrl(source: string | undefined): string | undefined {
  const text = typeof source === 'string' ? source.trim() : ''
  if (!text) return undefined
  if (/^data:/i.test(text)) return dataImage.test(text) ? text : undefined
  if (/^(?:https|blob):/i.test(text)) return text
  if (/^http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?\//i.test(text)) return text
  if (/^[a-z][a-z0-9+.-]*:/i.test(text) || text.startsWith('//') || text.includes('\\')) return undefined
  return text
}
