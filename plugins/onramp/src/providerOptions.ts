import { KernelError } from '@latchkey/kernel/plugin'

/** Where a provider's data comes from: a service with the on-ramp routes of the wallet-data contract. */
export interface OnrampDataOptions {
  /** Up to `/v1/onramp`. Without it, limits are the usual ones, the asset is the network's coin, and no price is shown. */
  readonly url: string
  /** Sent with each request, where the service wants one. */
  readonly projectId?: string | undefined
}

/** @throws KernelError `INVALID_OPTIONS` */
export function checkUrl(factory: string, option: string, url: unknown, isPathAllowed = false): void {
  const isPath = isPathAllowed && typeof url === 'string' && /^\/(?!\/)/.test(url)
  if (isPath || (typeof url === 'string' && /^https?:/.test(url) && URL.canParse(url))) return
  throw new KernelError(`${factory}() can’t use its option "${option}".`, {
    code: 'INVALID_OPTIONS',
    parameters: { factory, option },
    metaMessages: ['Expected an http(s) URL, such as https://buy.example.'],
  })
}
