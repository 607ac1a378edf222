/** Why a transaction failed that the chain included and undid. */
export const reverted = {
  code: 'TRANSACTION_REVERTED',
  reason: 'The contract refused the transaction. The fee was charged.',
} as const
