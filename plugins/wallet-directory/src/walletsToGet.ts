import { knownCount } from './knownCount.js'
import type { WalletRecord } from './wallet.js'

/** A device that somebody wants a wallet for. */
export interface Device {
  readonly system: 'ios' | 'android' | 'computer'
  readonly isFirefox: boolean
}

/** A wallet that a device can have, and the page where it is had. */
export interface WalletToGet {
  readonly record: WalletRecord
  readonly href: string
}

export function deviceOf(navigator: { readonly userAgent: string; readonly maxTouchPoints: number }): Device {
  const { userAgent, maxTouchPoints } = navigator
  // iPadOS says it is a Mac.
  const isApple = /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1)
  const system = isApple ? 'ios' : /Android/.test(userAgent) ? 'android' : 'computer'
  return { system, isFirefox: /Firefox\//.test(userAgent) }
}

/**
 * The first wallets of a list that a device can have, each with its page in the device's own store: of apps on a phone, of
 * extensions on a computer. A wallet whose page there nobody verified is left out.
 *
 * @param namespaces Those of the app. A wallet that is known to support none of them is left out.
 */
export function walletsToGet(
  wallets: readonly WalletRecord[],
  device: Device,
  namespaces: readonly string[],
  count = knownCount,
): readonly WalletToGet[] {
  const fitting = wallets.filter(
    (record) => !record.namespaces || record.namespaces.some((name) => namespaces.includes(name)),
  )
  return fitting
    .flatMap((record) => {
      const href = pageOf(record, device)
      return href?.startsWith('https://') ? [{ record, href }] : []
    })
    .slice(0, count)
}

function pageOf({ stores, chromeStoreId }: WalletRecord, { system, isFirefox }: Device): string | undefined {
  if (system !== 'computer') return stores?.[system]
  if (isFirefox) return stores?.firefox
  return chromeStoreId !== undefined && /^[a-p]{32}$/.test(chromeStoreId)
    ? `https://chromewebstore.google.com/detail/${chromeStoreId}`
    : stores?.chrome
}
