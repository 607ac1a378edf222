import { type NetworkId, route } from '@latchkey/kernel/plugin'

/** What a host wants to be filled in. A person sees all of it and may change it. */
export interface SendArguments {
  /** Contract, mint or asset id; `native` for the network's coin. Default: the person chooses. */
  readonly token?: string
  /** Decimal string in whole tokens. Without `token`, of the network's coin. */
  readonly amount?: string
  /** CAIP-2 of the network to send on. Default the active one; another one is offered to be switched to. */
  readonly networkId?: NetworkId
  /** Address or name of the receiver, or a payment link of the network's namespace. */
  readonly to?: string
}

export const SendRoute = route<SendArguments | undefined>('WalletSend')
export const SendSelectTokenRoute = route('WalletSendSelectToken')
/** Everything about a send that was checked against the chain, before the wallet opens. */
export const SendPreviewRoute = route('WalletSendPreview')
/** The wallet is asked, then the chain. */
export const SendProgressRoute = route('WalletSendProgress')
