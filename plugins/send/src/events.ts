import { event, type NetworkId } from '@latchkey/kernel/plugin'

/** What analytics may know of a send: neither addresses nor the transaction's id. */
export interface SendFacts {
  readonly isSmartAccount: boolean
  /** CAIP-2. */
  readonly network: NetworkId
  /** Symbol. */
  readonly token: string
  /** Decimal string in whole tokens. */
  readonly amount: string
}

/** A person came to the form, by whatever way. */
export const SendOpened = event<Pick<SendFacts, 'isSmartAccount' | 'network'>>('OPEN_SEND')
/** The wallet is about to be asked. */
export const SendInitiated = event<SendFacts>('SEND_INITIATED')
/** The chain has confirmed what was asked for. Not emitted where the chain can't tell what it confirmed. On every chain, for coins and tokens alike. */
export const SendSucceeded = event<SendFacts>('SEND_SUCCESS')
/** It failed: in the wallet, on the way to the chain, or on the chain. */
export const SendFailed = event<SendFacts & { readonly message: string }>('SEND_ERROR')
/** The person declined in the wallet. Not a failure. */
export const SendRejected = event<SendFacts & { readonly message: string }>('SEND_REJECTED')
