import * as z from 'zod/mini'

const Stored = z.object({
  version: z.literal(1),
  permitted: z.array(z.string()),
  chainId: z.int(),
})

export interface WalletRecord {
  /** Addresses the page may see. */
  readonly permitted: readonly string[]
  readonly chainId: number
}

export type WalletStorage = Pick<Storage, 'getItem' | 'setItem'>

/** What a wallet remembers about this page between two loads: permission and chain. */
export interface WalletStore {
  read(): WalletRecord | undefined
  write(record: WalletRecord): void
}

/** @param key one per wallet; see `createEvmTestWallet` */
export function createWalletStore(key: string, storage: WalletStorage | undefined): WalletStore {
  return {
    read() {
      const text = storage?.getItem(key)
      if (text === null || text === undefined) return undefined
      const parsed = Stored.safeParse(parseJson(text))
      return parsed.success ? parsed.data : undefined
    },
    write(record) {
      storage?.setItem(key, JSON.stringify({ version: 1, ...record }))
    },
  }
}

/** The page's localStorage, or undefined where there is none: in Node and in frames of an opaque origin. */
export function pageStorage(): WalletStorage | undefined {
  if (typeof window === 'undefined') return undefined
  try {
    return window.localStorage
  } catch (error) {
    if (error instanceof DOMException && error.name === 'SecurityError') return undefined
    throw error
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
