import { copyList, readField } from '@latchkey/kernel/chain'
import { plainText } from '@latchkey/kernel/plugin'
import type { SuiWallet } from './wallet.js'

export interface StandardWallet {
  readonly name: string
  readonly icon: string | undefined
  /** The object that the wallet registered. */
  readonly target: object
  readonly wallet: SuiWallet
}

/** A wallet of several chains has accounts of the others, too; nobody has more than this. */
const accountLimit = 100

/** Without these nobody can connect, or do anything afterwards. */
const needed = {
  'standard:connect': 'connect',
  'standard:events': 'on',
  'sui:signTransaction': 'signTransaction',
  'sui:signPersonalMessage': 'signPersonalMessage',
} as const

/** Reads an object that was registered as a wallet, which any script of the page can do. Returns nothing where it is no wallet of Sui. */
export function readStandardWallet(target: unknown): StandardWallet | undefined {
  if (typeof target !== 'object' || target === null) return undefined
  const name = plainText(readField(target, 'name'))
  const icon = readField(target, 'icon')
  const isWhole = Object.entries(needed).every(([feature, method]) => functionOf(target, feature, method))
  if (!name || !isWhole) return undefined
  return {
    name,
    icon: typeof icon === 'string' ? icon : undefined,
    target,
    wallet: standardSuiWallet(target),
  }
}

function standardSuiWallet(target: object): SuiWallet {
  const ask = (feature: string, method: string, ...input: readonly unknown[]): unknown =>
    functionOf(target, feature, method)?.(...input)
  const connect = async (silent: boolean) =>
    suiAccounts(await ask('standard:connect', 'connect', ...(silent ? [{ silent }] : [])))
  return {
    connect: () => connect(false),
    async accounts() {
      // The wallet has let in the accounts that it lists. Connecting once more may be an event itself, which would ask again.
      const listed = suiAccounts(target)
      return listed.length > 0 ? listed : connect(true)
    },
    watch(changed) {
      const stop = ask('standard:events', 'on', 'change', changed)
      return () => void (typeof stop === 'function' && stop())
    },
    disconnect: async () => ask('standard:disconnect', 'disconnect'),
    signMessage: async (address, message) =>
      ask('sui:signPersonalMessage', 'signPersonalMessage', { message, account: accountOf(target, address) }),
    signTransaction: async (address, chain, transaction) =>
      ask('sui:signTransaction', 'signTransaction', {
        transaction: { toJSON: async () => transaction },
        account: accountOf(target, address),
        chain,
      }),
  }
}

function functionOf(target: unknown, feature: string, method: string) {
  const holder = readField(readField(target, 'features'), feature)
  const found = readField(holder, method)
  return typeof found === 'function'
    ? (...input: readonly unknown[]): unknown => Reflect.apply(found, holder, input)
    : undefined
}

/** The accounts of an object that can be used on Sui. */
const suiAccounts = (holder: unknown): readonly unknown[] =>
  (copyList(readField(holder, 'accounts'), accountLimit) ?? []).filter((account) =>
    copyList(readField(account, 'chains'), accountLimit)?.some(
      (chain) => typeof chain === 'string' && chain.startsWith('sui:'),
    ),
  )

/** Wallets of the standard take their own object, and none that looks the same. */
const accountOf = (target: unknown, address: string): unknown =>
  suiAccounts(target).find((account) => readField(account, 'address') === address)
