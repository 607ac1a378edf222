import type { ListedPrice } from './startPriceServices.js'

export interface Reply {
  readonly status: number
  readonly body: unknown
  readonly headers?: Readonly<Record<string, string>>
}

export type Listed = Readonly<Record<string, ListedPrice>>

// no money: seconds
export const nowInSeconds = (): number => Math.floor(Date.now() / 1_000)

/** Without case where addresses have none. */
export function findListed(listed: Listed, name: string): ListedPrice | undefined {
  const isHex = name.includes(':0x')
  return Object.entries(listed).find(([known]) =>
    isHex ? known.toLowerCase() === name.toLowerCase() : known === name,
  )?.[1]
}
