import type { ApprovalMode } from '../evm/approvals.js'
import { defaults } from '../evm/defaults.js'

/** What the wallets of all chains have in common. */
export interface TestWalletOptions {
  /** @default 'Test wallet' */
  readonly name?: string
  /** What the page and the wallet's memory tell it by. @default made from the name */
  readonly id?: string
  /** A data URI. */
  readonly icon?: string
  /** Whether the page may see the account without asking. What the wallet remembers comes first. @default false */
  readonly permitted?: boolean
  /** Whether permission shows all accounts and not only the selected one. @default false */
  readonly exposeAllAccounts?: boolean
  /** @default 'auto' */
  readonly approval?: ApprovalMode
}

/** Who a wallet is. */
export interface WalletIdentity {
  readonly name: string
  readonly id: string
  readonly icon: string
}

/** Fills in the defaults. The icon is base64, as the Wallet Standard asks. */
export function walletIdentity(options: TestWalletOptions): WalletIdentity {
  const name = options.name ?? defaults.name
  const id = options.id ?? name.replaceAll(/[^A-Za-z0-9]+/g, '')
  return { name, id, icon: options.icon ?? base64Icon() }
}

function base64Icon(): string {
  const [head = '', body = ''] = defaults.icon.split(',')
  return `${head};base64,${btoa(decodeURIComponent(body))}`
}
