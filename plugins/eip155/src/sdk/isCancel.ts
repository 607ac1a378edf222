interface Call {
  readonly from: string
  readonly to?: string | null | undefined
  readonly value: bigint
  readonly data: string
}

/** Whether a transaction does nothing but use its nonce up. */
export const isCancel = ({ from, to, value, data }: Call) =>
  to?.toLowerCase() === from.toLowerCase() && value === 0n && data === '0x'
