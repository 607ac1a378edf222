/**
 * An icon for a wallet without one: a gradient and the first letter, the same for the same name everywhere.
 * An SVG data URI, to be used as the source of an `<img>` only.
 */
export function generatedIcon(name: string): string {
  const hash = hashOf(name)
  const hue = hash % 360
  const second = (hue + 40 + ((hash >>> 9) % 80)) % 360
  const angle = (hash >>> 16) % 360
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40">' +
    `<defs><linearGradient id="g" gradientTransform="rotate(${angle} .5 .5)">` +
    `<stop stop-color="hsl(${hue} 70% 42%)"/><stop offset="1" stop-color="hsl(${second} 75% 34%)"/>` +
    '</linearGradient></defs><rect width="40" height="40" fill="url(#g)"/>' +
    '<text x="20" y="20" dy=".36em" fill="#fff" font-family="system-ui,sans-serif" font-size="20" ' +
    `font-weight="600" text-anchor="middle">${letterOf(name)}</text></svg>`
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}

/** The first letter or digit; anything else could be markup. */
function letterOf(name: string): string {
  return /[\p{Letter}\p{Number}]/u.exec(name)?.[0].toUpperCase() ?? '?'
}

/** FNV-1a, 32 bits: small and the same on every machine. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193)
  return hash >>> 0
}
