interface Coin {
  readonly denom: string
  readonly amount: string
}

/** The Amino document of one payment, which the wallet shows and signs. */
export interface SignDocument {
  readonly chain_id: string
  readonly account_number: string
  readonly sequence: string
  readonly fee: { readonly gas: string; readonly amount: readonly Coin[] }
  readonly msgs: readonly [
    {
      readonly type: 'cosmos-sdk/MsgSend'
      readonly value: {
        readonly from_address: string
        readonly to_address: string
        readonly amount: readonly Coin[]
      }
    },
  ]
  readonly memo: string
}

export interface PaymentParts {
  readonly chainId: string
  readonly denom: string
  readonly number: bigint
  readonly sequence: bigint
  readonly from: string
  readonly to: string
  readonly amount: bigint
  readonly gas: bigint
  readonly fee: bigint
}

export const signDocument = (parts: PaymentParts): SignDocument => ({
  chain_id: parts.chainId,
  account_number: `${parts.number}`,
  sequence: `${parts.sequence}`,
  fee: { gas: `${parts.gas}`, amount: [{ denom: parts.denom, amount: `${parts.fee}` }] },
  msgs: [
    {
      type: 'cosmos-sdk/MsgSend',
      value: {
        from_address: parts.from,
        to_address: parts.to,
        amount: [{ denom: parts.denom, amount: `${parts.amount}` }],
      },
    },
  ],
  memo: '',
})
