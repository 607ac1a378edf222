import { pageStorage } from '../evm/walletStore.js'

/** Remembers whether the page may see the accounts, between two loads of it. */
export interface AccessMemory {
  /** Undefined when nothing is remembered. */
  read(): boolean | undefined
  write(permitted: boolean): void
}

/** Remembers in the page's localStorage; in Node nothing is remembered. @param key one per wallet and chain */
export function createAccessMemory(
  key: string,
  storage: Pick<Storage, 'getItem' | 'setItem'> | undefined = pageStorage(),
): AccessMemory {
  const name = `latchkey-test-wallet:${key}`
  return {
    read() {
      const text = storage?.getItem(name)
      return text === 'permitted' ? true : text === 'refused' ? false : undefined
    },
    write: (permitted) => storage?.setItem(name, permitted ? 'permitted' : 'refused'),
  }
}
