import { token } from '@latchkey/kernel/plugin'

export interface HostedWalletQuery {
  /** From 1. */
  readonly page: number
  /** Default 40; 100 when searching. */
  readonly entries?: number
  readonly search?: string
  readonly badge?: 'certified'
  /** Ids. */
  readonly include?: readonly string[]
  readonly exclude?: readonly string[]
  /** CAIP-2. */
  readonly networkIds?: readonly string[]
  readonly signal?: AbortSignal
}

/** A wallet as the directory of the contract describes it. Links are unchecked. */
export interface HostedWallet {
  readonly id: string
  readonly name: string
  readonly homepage?: string
  readonly imageUrl?: string
  readonly order?: number
  readonly mobileLink?: string
  readonly desktopLink?: string
  readonly webappLink?: string
  readonly appStore?: string
  readonly playStore?: string
  readonly chromeStore?: string
  readonly rdns?: string
  readonly networkIds?: readonly string[]
  readonly isCertified: boolean
  readonly injected?: readonly { readonly namespace: string; readonly injectedId: string }[]
}

/** A list of wallets kept by a service, beside the built-in one. */
export interface HostedDirectoryService {
  /**
   * Origins that pictures of wallets may come from: `['https://pictures.example']`. A picture from anywhere else is not
   * shown, so that nobody who gets into the list can have visitors' browsers ask a host of theirs. Default none.
   */
  readonly imageOrigins?: readonly string[]
  read(
    query: HostedWalletQuery,
  ): Promise<{ readonly wallets: readonly HostedWallet[]; readonly count: number }>
}

export const HostedDirectory = token<HostedDirectoryService>('latchkey.walletData.hostedDirectory')
