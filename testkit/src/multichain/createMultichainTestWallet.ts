import {
  type BitcoinTestWallet,
  type BitcoinTestWalletOptions,
  createBitcoinTestWallet,
} from '../bitcoin/createBitcoinTestWallet.js'
import {
  createEvmTestWallet,
  type EvmTestWallet,
  type EvmTestWalletOptions,
} from '../evm/createEvmTestWallet.js'
import {
  createSolanaTestWallet,
  type SolanaTestWallet,
  type SolanaTestWalletOptions,
} from '../solana/createSolanaTestWallet.js'
import type { AnyTestWalletControl } from '../wallet/installConfigured.js'
import { type TestWalletOptions, walletIdentity } from '../wallet/walletOptions.js'

/** One wallet over several chains. A chain that is left out is not announced. */
export interface MultichainTestWalletOptions
  extends Pick<TestWalletOptions, 'name' | 'id' | 'icon' | 'permitted' | 'approval'> {
  /** Reverse domain name for EIP-6963. @default made from the id */
  readonly rdns?: string
  readonly evm?: Omit<EvmTestWalletOptions, 'name' | 'rdns' | 'icon' | 'storage'>
  readonly solana?: Omit<SolanaTestWalletOptions, 'name' | 'id' | 'icon'>
  readonly bitcoin?: Omit<BitcoinTestWalletOptions, 'name' | 'id' | 'icon'>
}

/** The wallet and its parts; each part has the control of its own chain. */
export interface MultichainTestWallet {
  readonly id: string
  readonly name: string
  readonly icon: string
  readonly evm: EvmTestWallet | undefined
  readonly solana: SolanaTestWallet | undefined
  readonly bitcoin: BitcoinTestWallet | undefined
  /** Tells all parts at once. */
  readonly control: AnyTestWalletControl
  /** Announces by EIP-6963, the Wallet Standard and WBIP-004. Returns the function that stops it. */
  announce(): () => void
}

/**
 * A wallet that spans chains, as multichain extensions do: it appears on every chain's own discovery under one
 * name and icon. @throws Error without any chain
 */
export function createMultichainTestWallet(options: MultichainTestWalletOptions): MultichainTestWallet {
  const { name, id, icon } = walletIdentity(options)
  const common = {
    name,
    icon,
    ...(options.permitted === undefined ? {} : { permitted: options.permitted }),
    ...(options.approval === undefined ? {} : { approval: options.approval }),
  }
  const rdns = options.rdns ?? `dev.latchkey.${id.toLowerCase()}`
  const evm = options.evm && createEvmTestWallet({ ...common, rdns, ...options.evm })
  const solana = options.solana && createSolanaTestWallet({ ...common, id, ...options.solana })
  const bitcoin = options.bitcoin && createBitcoinTestWallet({ ...common, id, ...options.bitcoin })
  const parts = [evm, solana, bitcoin].filter((part) => part !== undefined)
  if (parts.length === 0) {
    throw new Error('A multichain test wallet needs at least one of "evm", "solana" and "bitcoin".')
  }
  const all = (action: (control: AnyTestWalletControl) => void) => {
    for (const { control } of parts) action(control)
  }
  return {
    id,
    name,
    icon,
    evm,
    solana,
    bitcoin,
    control: {
      setApproval: (mode) => all((control) => control.setApproval(mode)),
      rejectAll: (reject) => all((control) => control.rejectAll(reject)),
      delay: (milliseconds) => all((control) => control.delay(milliseconds)),
      lock: () => all((control) => control.lock()),
      unlock: () => all((control) => control.unlock()),
      disconnect: () => all((control) => control.disconnect()),
      disappear: () => all((control) => control.disappear()),
      appear: () => all((control) => control.appear()),
    },
    announce() {
      const leave = [evm?.announce(), solana?.register(), bitcoin?.register(), bitcoin?.injectProvider()]
      return () => {
        for (const stop of leave) stop?.()
      }
    },
  }
}
