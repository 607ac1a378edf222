import { type NetworkId, route } from '@latchkey/kernel/plugin'

/** What a host wants to be filled in. A person sees all of it and may change it. */
export interface SwapArguments {
  /** Symbol, or contract, mint or asset id; `native` for the network's coin, which is the default. */
  readonly fromToken?: string
  /** The same of what is bought. Default: the person chooses. */
  readonly toToken?: string
  /** Decimal string in whole tokens of what is sold. Default `1`, as the specification says. */
  readonly amount?: string
  /** CAIP-2 of the network to swap on. Default the active one. */
  readonly networkId?: NetworkId
}

export const SwapRoute = route<SwapArguments | undefined>('Swap')
/** Which side the chosen token is for. */
export const SwapSelectTokenRoute = route<{ readonly side: 'sell' | 'buy' }>('SwapSelectToken')
/** Everything about a swap that was checked against the chain, before the wallet opens. */
export const SwapPreviewRoute = route('SwapPreview')
/** The wallet is asked, then the chain. */
export const SwapProgressRoute = route('SwapProgress')
