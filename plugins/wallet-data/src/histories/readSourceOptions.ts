const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/

/** Whether a source may be asked there: an address of an account and a key go over https, or stay on this machine. */
export function isSourceUrl(url: unknown): boolean {
  if (typeof url !== 'string' || !URL.canParse(url)) return false
  const { protocol, hostname } = new URL(url)
  return protocol === 'https:' || (protocol === 'http:' && loopback.test(hostname))
}

export const isRate = (perSecond: unknown): boolean =>
  typeof perSecond === 'number' && Number.isFinite(perSecond) && perSecond > 0
